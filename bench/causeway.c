/* The causeway by hand: what the same fight costs when it is written in C for nothing else.
 *
 * The same rules as far as the six of the example can meet them, the same tactics as `simple`,
 * and the same dice in the same order, so that every single fight comes out the same and the
 * checksums of both programs agree. What cannot come about here is left out: nobody has a shield,
 * a poultice or a hold on anybody, everybody is fit for every weapon, bows reach every zone, and
 * the one weapon that is ever thrown is the spear. To be compiled with -ffp-contract=off, so that
 * what attacks are worth is rounded as everywhere. Usage: causeway SEED FIGHTS
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PEOPLE = 6, ZONES = 3, RUBBLE = 2, NOWHERE = -1, ROUND_LIMIT = 100 };
enum { HEALTHY = 4, HELPED_DICE = 2, FRAIL = 3, OUTNUMBERED = 3 };
enum { MOST_DEFENSE = 6, USUAL_DEFENSE = 5, MOST_HIT_POINTS = 10 };

typedef struct { uint32_t a, b, c, counter; } Dice;

static inline uint32_t word(Dice *d) {
    uint32_t mixed = d->a + d->b + d->counter++;
    d->a = d->b ^ (d->b >> 9);
    d->b = d->c + (d->c << 3);
    d->c = ((d->c << 21) | (d->c >> 11)) + mixed;
    return mixed;
}

static void seed(Dice *d, uint64_t seed, uint64_t stream) {
    d->a = (uint32_t)seed;
    d->b = (uint32_t)(seed >> 32);
    d->c = (uint32_t)stream;
    d->counter = 1 + (uint32_t)(stream >> 32);
    for (int i = 0; i < 12; i++) word(d);
}

static inline int die(Dice *d, uint32_t sides) {
    uint64_t product = (uint64_t)word(d) * sides;
    if ((uint32_t)product < sides) {
        uint32_t uneven = (uint32_t)((0x100000000ULL - sides) % sides);
        while ((uint32_t)product < uneven) product = (uint64_t)word(d) * sides;
    }
    return (int)(product >> 32) + 1;
}

/* --- what never changes --- */

typedef struct { int count, sides, ranged, throwable, precise; } Weapon;

enum { FISTS, RAPIER, LONGBOW, BATTLEAXE, BROADSWORD, SPEAR, SHORTBOW, WEAPONS };
enum { PLAIN, RUSHED, MANNERS };
static const Weapon weapons[WEAPONS][MANNERS] = {
    [FISTS] = {{1, 10, 0, 0, 0}, {1, 10, 0, 0, 0}},      [RAPIER] = {{2, 12, 0, 0, 1}, {1, 10, 0, 0, 1}},
    [LONGBOW] = {{2, 10, 1, 0, 0}, {1, 12, 1, 0, 0}},    [BATTLEAXE] = {{3, 12, 0, 0, 0}, {1, 10, 0, 0, 0}},
    [BROADSWORD] = {{3, 12, 0, 0, 0}, {1, 10, 0, 0, 0}}, [SPEAR] = {{2, 12, 0, 1, 0}, {1, 12, 0, 1, 0}},
    [SHORTBOW] = {{1, 10, 1, 0, 0}, {1, 10, 1, 0, 0}},
};

typedef struct { int side, pc, zone, defense, strength, agility, hp, weapon, actions; } Sheet;

static const Sheet sheets[PEOPLE] = {
    {0, 1, 1, 4, 6, 8, 6, RAPIER, 2},     {0, 1, 1, 4, 7, 8, 7, LONGBOW, 2}, {0, 1, 1, 6, 10, 6, 10, BATTLEAXE, 2},
    {1, 0, 0, 6, 0, 0, 7, BROADSWORD, 2}, {1, 0, 0, 5, 0, 0, 5, SPEAR, 1},   {1, 0, 0, 5, 0, 0, 5, SHORTBOW, 1},
};
static const int acting_order[PEOPLE] = {1, 5, 2, 3, 0, 4}; /* archers, then the most dangerous */

/* Of an attack, by weapon and manner: its mean hits by Defense, and what it is worth by target and
 * by the hit points that the target has left. */
static double mean_hits[WEAPONS][MANNERS][MOST_DEFENSE + 1];
static double values[WEAPONS][MANNERS][PEOPLE][MOST_HIT_POINTS + 1];

/* The mean hits of one die that explodes; a precise one rolls a 1 again, also among extra rolls. */
static double hits_of_die(int sides, int precise, int defense) {
    double hits = (double)(sides - defense + 1) / (double)sides, again = precise ? hits / (double)sides : 0.0;
    return (hits + again) / (1.0 - (precise ? (1.0 + 1.0 / sides) / sides : 1.0 / sides));
}

static double larger(double one, double other) { return one > other ? one : other; }

/* The mean hits of a turn at its best. */
static double threat(int who, int is_wounded) {
    const Sheet *s = &sheets[who];
    double first = larger(mean_hits[s->weapon][PLAIN][USUAL_DEFENSE], mean_hits[FISTS][PLAIN][USUAL_DEFENSE]);
    double second = larger(mean_hits[s->weapon][RUSHED][USUAL_DEFENSE], mean_hits[FISTS][RUSHED][USUAL_DEFENSE]);
    return !is_wounded && s->actions > 1 ? first + second : first;
}
static void work_out_hits(void) {
    for (int item = 0; item < WEAPONS; item++)
        for (int manner = 0; manner < MANNERS; manner++)
            for (int defense = 1; defense <= MOST_DEFENSE; defense++) {
                const Weapon *w = &weapons[item][manner];
                mean_hits[item][manner][defense] = (double)w->count * hits_of_die(w->sides, w->precise, defense);
            }
}
static void work_out_values(void) {
    for (int item = 0; item < WEAPONS; item++)
        for (int manner = 0; manner < MANNERS; manner++)
            for (int target = 0; target < PEOPLE; target++)
                for (int left = 1; left <= sheets[target].hp; left++) {
                    double hits = mean_hits[item][manner][sheets[target].defense];
                    double share = hits < left ? hits / left : 1.0;
                    double danger = threat(target, sheets[target].pc && left < HEALTHY);
                    values[item][manner][target][left] = (share + hits * 0.01) * (1.0 + danger);
                }
}

/* --- the state of a fight --- */

typedef struct { int hp, zone, arms[3], armed, acted, reacted, owes, slow, collapsed, fled; } Person;

typedef struct {
    Dice dice;
    Person people[PEOPLE];
    int spear_lies; /* in which zone, or NOWHERE */
    int round, turns, settled, actions_left, attacks_made;
} Fight;

static inline int able(const Fight *f, int i) {
    const Person *p = &f->people[i];
    return p->hp > 0 && !p->collapsed && !p->fled;
}
static inline int present(const Fight *f, int i) { return f->people[i].hp > 0 && !f->people[i].fled; }
static inline int wounded(const Fight *f, int i) { return sheets[i].pc && f->people[i].hp < HEALTHY; }
static inline int are_enemies(int i, int j) { return sheets[i].side != sheets[j].side; }
static inline int is_shooter(int i) { return weapons[sheets[i].weapon][PLAIN].ranged; }

/* All three zones are neighbours, so bows reach everywhere and so does a thrown spear. */
static inline int reaches(int item, int is_far) {
    return !is_far || weapons[item][PLAIN].ranged || weapons[item][PLAIN].throwable;
}
static int enemy_in(const Fight *f, int zone, int who) {
    for (int i = 0; i < PEOPLE; i++)
        if (f->people[i].zone == zone && are_enemies(i, who) && able(f, i)) return 1;
    return 0;
}
static void leave(Fight *f) {
    int seen[2] = {0, 0};
    for (int i = 0; i < PEOPLE; i++)
        if (able(f, i)) seen[sheets[i].side] = 1;
    f->settled = seen[0] + seen[1] < 2;
}

/* How many actions somebody's next turn has after so many reactions. */
static int actions_owing(const Fight *f, int who, int owed) {
    const Person *p = &f->people[who];
    int count = sheets[who].actions;
    if (count > 1 && ((p->slow && !p->acted) || wounded(f, who))) count = 1;
    return owed > 0 ? 1 : count;
}

/* --- checks and wounds --- */

static int check(Fight *f, int who, int ability) {
    int one = die(&f->dice, 12), two = die(&f->dice, 12);
    if (wounded(f, who)) { /* the lower two of three */
        int three = die(&f->dice, 12);
        if (one > two && one > three) one = three;
        else if (two > three) two = three;
    }
    return one + two >= 20 - ability || one == two;
}
static void hurt(Fight *f, int who, int hits) {
    Person *p = &f->people[who];
    if (hits == 0) return;
    p->hp = p->hp > hits ? p->hp - hits : 0;
    if (p->hp == 0) {
        p->collapsed = 0;
        leave(f);
    } else if (p->hp == 1 && sheets[who].pc && !check(f, who, sheets[who].strength)) {
        p->collapsed = 1;
        leave(f);
    }
}

/* --- reactions --- */

static int may_react(const Fight *f, int i) { return sheets[i].pc && !f->people[i].reacted && able(f, i); }

static void react(Person *p) {
    p->reacted = 1;
    p->owes++;
}

/* The hits that are lost with the action that a reaction costs one who has taken some harm. */
static double price_of_reaction(Fight *f, int who, double harm, int defense) {
    Person *p = &f->people[who];
    int before = p->hp, left = before - (int)harm;
    p->hp = left > 1 ? left : 1;
    int now = actions_owing(f, who, p->owes), then = actions_owing(f, who, p->owes + 1);
    p->hp = before;
    if (then == now) return 0.0;
    double best = 0.0;
    for (int k = 0; k < p->armed; k++) best = larger(best, mean_hits[p->arms[k]][RUSHED][defense]);
    return best;
}
static double share(const Fight *f, double hits, int who) {
    double left = f->people[who].hp;
    return hits < left ? hits / left : 1.0;
}
static double worth(const Fight *f, int who) { return 1.0 + threat(who, wounded(f, who)); }

static int wants_to_interpose(Fight *f, int who, int attacker, int item, int manner, int target) {
    if (!able(f, target)) return 0;
    const double *hits = mean_hits[item][manner];
    double theirs = hits[sheets[target].defense], mine = hits[sheets[who].defense];
    double gain = share(f, theirs, target) * worth(f, target) - share(f, mine, who) * worth(f, who);
    if (gain <= 0.0) return 0;
    double price = price_of_reaction(f, who, mine, sheets[attacker].defense);
    return gain > 2.0 * (share(f, price, attacker) * worth(f, attacker));
}
/* Who is struck: the target, or a friend of theirs who steps in. */
static int struck(Fight *f, int attacker, int item, int manner, int target) {
    for (int i = 0; i < PEOPLE; i++)
        if (f->people[i].zone == f->people[target].zone && i != target && !are_enemies(i, target) && may_react(f, i) &&
            wants_to_interpose(f, i, attacker, item, manner, target)) {
            react(&f->people[i]);
            return i;
        }
    return target;
}
static int wants_to_help(Fight *f, int who, int item, int manner, int target, int hits, int misses) {
    int left = f->people[target].hp - hits, defense = sheets[target].defense;
    if (left <= 0 || f->people[target].collapsed) return 0;
    double count = misses < HELPED_DICE ? misses : HELPED_DICE;
    double gain = mean_hits[item][manner][defense] * count / (double)weapons[item][manner].count;
    return (gain < left ? gain : left) > price_of_reaction(f, who, 0.0, defense);
}
static int is_helped(Fight *f, int attacker, int item, int manner, int target, int hits, int misses) {
    for (int i = 0; i < PEOPLE; i++) {
        if (are_enemies(i, attacker) || i == attacker || !may_react(f, i)) continue;
        int zone = f->people[i].zone;
        if (zone != f->people[attacker].zone && zone != f->people[target].zone) continue;
        if (wants_to_help(f, i, item, manner, target, hits, misses)) {
            react(&f->people[i]);
            return 1;
        }
    }
    return 0;
}

/* --- attacking --- */

/* The hits of some dice, exploding ones too; adds those of the first roll that missed to `misses`. */
static int strike(Fight *f, int count, int sides, int precise, int defense, int *misses) {
    int hits = 0, none = 0;
    while (count > 0) {
        int exploding = 0, ones = 0;
        for (int k = 0; k < count + ones; k++) {
            int face = die(&f->dice, sides);
            if (face == 1 && precise && k < count) ones++;
            else if (face < defense) ++*misses;
            else hits++, exploding += face == sides;
        }
        misses = &none;
        count = exploding;
    }
    return hits;
}
static void attack(Fight *f, int who, int item, int manner, int target) {
    const Weapon *w = &weapons[item][manner];
    Person *me = &f->people[who];
    int aimed_zone = f->people[target].zone, misses = 0, none = 0;
    target = struck(f, who, item, manner, target);
    int defense = sheets[target].defense;
    int hits = strike(f, w->count, w->sides, w->precise, defense, &misses);
    if (misses && is_helped(f, who, item, manner, target, hits, misses))
        hits += strike(f, misses < HELPED_DICE ? misses : HELPED_DICE, w->sides, w->precise, defense, &none);
    if (me->zone != aimed_zone && w->throwable) {
        int kept = 0;
        for (int k = 0; k < me->armed; k++)
            if (me->arms[k] != item) me->arms[kept++] = me->arms[k];
        me->armed = kept;
        f->spear_lies = aimed_zone;
    }
    hurt(f, target, hits);
}

/* --- tactics --- */

static inline double value(const Fight *f, int item, int manner, int target) {
    return f->people[target].collapsed ? 0.001 : values[item][manner][target][f->people[target].hp];
}
static int is_hopeless(const Fight *f, int who) {
    if (f->people[who].hp > FRAIL || f->people[who].hp == sheets[who].hp) return 0;
    int count[2] = {0, 0};
    for (int i = 0; i < PEOPLE; i++)
        if (able(f, i)) count[sheets[i].side]++;
    return count[!sheets[who].side] >= OUTNUMBERED * count[sheets[who].side];
}
static int somebody_to_mend(const Fight *f, int who) {
    for (int i = 0; i < PEOPLE; i++)
        if (f->people[i].collapsed && !are_enemies(i, who) && f->people[i].zone == f->people[who].zone) return i;
    return -1;
}
/* Whether somebody who uses a weapon from afar has one afterwards. */
static int is_kept(const Person *p, int item) {
    if (weapons[item][PLAIN].ranged) return 1;
    for (int k = 0; k < p->armed; k++)
        if (p->arms[k] != item && p->arms[k] != FISTS) return 1;
    return 0;
}
static int may_lose(const Fight *f, int who, int item, int manner, int target) {
    const Person *me = &f->people[who];
    if (is_kept(me, item) || (sheets[who].actions == 1 && !enemy_in(f, me->zone, who))) return 1;
    return mean_hits[item][manner][sheets[target].defense] >= f->people[target].hp && able(f, target);
}

typedef struct { int item, target; double value; } Choice;

/* The attack that is worth most from a zone; its target is -1 if there is none. */
static Choice best_attack(const Fight *f, int who, int zone, int manner) {
    const Person *me = &f->people[who];
    Choice best = {-1, -1, 0.0};
    for (int k = 0; k < me->armed; k++) {
        int item = me->arms[k];
        if (item == FISTS && best.target >= 0) continue;
        for (int t = 0; t < PEOPLE; t++) {
            if (!are_enemies(t, who) || !present(f, t)) continue;
            int is_far = f->people[t].zone != zone;
            if (!reaches(item, is_far)) continue;
            double found = value(f, item, manner, t);
            if (found > best.value && (!is_far || may_lose(f, who, item, manner, t)))
                best.value = found, best.item = item, best.target = t;
        }
    }
    return best;
}
static int has_all_enemies(const Fight *f, int who) {
    for (int i = 0; i < PEOPLE; i++)
        if (are_enemies(i, who) && f->people[i].zone != f->people[who].zone && present(f, i)) return 0;
    return 1;
}
/* The zone from which one attack is worth more than two from here, or than none; -1 if none is. */
static int better_zone(const Fight *f, int who, Choice best) {
    int found = -1, here = f->people[who].zone;
    double most = best.value;
    if (best.target >= 0) {
        if (weapons[best.item][PLAIN].ranged || has_all_enemies(f, who)) return -1;
        most += best_attack(f, who, here, RUSHED).value;
    }
    for (int zone = 0; zone < ZONES; zone++) {
        if (zone == here) continue;
        double value = best_attack(f, who, zone, PLAIN).value;
        if (value > most) most = value, found = zone;
    }
    return found;
}
static void pick_up_spear(Fight *f, Person *p) {
    p->arms[p->armed++] = SPEAR;
    f->spear_lies = NOWHERE;
}
/* Whether the spear lies here, for one who has no weapon that hits more. */
static int wants_spear(const Fight *f, int who) {
    const Person *me = &f->people[who];
    if (f->spear_lies != me->zone) return 0;
    for (int k = 0; k < me->armed; k++)
        if (mean_hits[me->arms[k]][PLAIN][USUAL_DEFENSE] >= mean_hits[SPEAR][PLAIN][USUAL_DEFENSE]) return 0;
    return 1;
}
/* What to do where there is nobody to attack; 0 ends the turn. */
static int last_resort(Fight *f, int who) {
    Person *me = &f->people[who];
    if (wants_spear(f, who)) return pick_up_spear(f, me), 1;
    int mend = somebody_to_mend(f, who);
    if (mend >= 0) return f->people[mend].collapsed = 0, 1;
    if (enemy_in(f, me->zone, who)) return 0;
    for (int zone = 0; zone < ZONES; zone++)
        if (enemy_in(f, zone, who)) return me->zone = zone, 1;
    return 0;
}
/* One action; 0 ends the turn. */
static int act(Fight *f, int who) {
    Person *me = &f->people[who];
    int manner = f->attacks_made > 0 ? RUSHED : PLAIN, mend;
    if (is_hopeless(f, who) && (me->zone != RUBBLE || !enemy_in(f, me->zone, who))) {
        me->fled = 1;
        leave(f);
        return 1;
    }
    if (manner == PLAIN && (mend = somebody_to_mend(f, who)) >= 0) return f->people[mend].collapsed = 0, 1;
    Choice best = best_attack(f, who, me->zone, manner);
    if (manner == PLAIN && f->actions_left > 1) {
        int zone = better_zone(f, who, best);
        if (zone >= 0) return me->zone = zone, 1;
    }
    if (best.target < 0) return last_resort(f, who);
    if (best.item == FISTS && wants_spear(f, who)) return pick_up_spear(f, me), 1;
    f->attacks_made++;
    attack(f, who, best.item, manner, best.target);
    return 1;
}

/* --- rounds --- */

/* Who of a side acts next: last of all those who have no action; -1 if all have acted. */
static int next_of(const Fight *f, int side) {
    int idle = -1;
    for (int k = 0; k < PEOPLE; k++) {
        int i = acting_order[k];
        if (sheets[i].side != side || f->people[i].acted || !able(f, i)) continue;
        if (actions_owing(f, i, f->people[i].owes) > 0) return i;
        if (idle < 0) idle = i;
    }
    return idle;
}
static void take_turn(Fight *f, int who) {
    Person *me = &f->people[who];
    f->actions_left = actions_owing(f, who, me->owes);
    f->attacks_made = 0;
    f->turns++;
    me->owes = 0;
    for (; f->actions_left > 0 && able(f, who) && !f->settled; f->actions_left--)
        if (!act(f, who)) break;
    me->acted = 1;
}
static void begin_round(Fight *f) {
    f->round++;
    for (int i = 0; i < PEOPLE; i++) {
        Person *p = &f->people[i];
        p->acted = p->reacted = p->slow = 0;
        if (f->round == 1 && sheets[i].pc) p->slow = !check(f, i, sheets[i].agility);
    }
}
/* Plays to the end and gives the side that won, or -1. */
static int play(Fight *f) {
    while (f->round < ROUND_LIMIT) {
        begin_round(f);
        for (int side = 0; side < 2; side++)
            for (int who; (who = next_of(f, side)) >= 0;) {
                take_turn(f, who);
                if (!f->settled) continue;
                for (int i = 0; i < PEOPLE; i++)
                    if (able(f, i)) return sheets[i].side;
            }
    }
    return -1;
}

static void set_up(Fight *f, uint64_t the_seed, uint64_t number) {
    memset(f, 0, sizeof *f);
    seed(&f->dice, the_seed, number);
    f->spear_lies = NOWHERE;
    for (int i = 0; i < PEOPLE; i++) {
        Person *p = &f->people[i];
        p->hp = sheets[i].hp;
        p->zone = sheets[i].zone;
        p->arms[0] = sheets[i].weapon;
        p->arms[1] = FISTS;
        p->armed = 2;
    }
}
static uint32_t fnv(uint32_t h, uint32_t x) { return (h ^ x) * 16777619u; }

static uint32_t checksum_part(uint32_t number, int winner, const Fight *f) {
    uint32_t found = fnv(fnv(2166136261u, number), (uint32_t)(winner + 1));
    return fnv(fnv(found, (uint32_t)f->round), (uint32_t)f->turns);
}

int main(int argc, char **argv) {
    uint64_t the_seed = argc > 1 ? strtoull(argv[1], 0, 10) : 7;
    long fights = argc > 2 ? atol(argv[2]) : 100000;
    long wins[2] = {0, 0}, draws = 0, turns = 0;
    uint64_t checksum = 0;
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    work_out_hits();
    work_out_values();
    for (long n = 0; n < fights; n++) {
        Fight f;
        set_up(&f, the_seed, (uint64_t)n);
        int winner = play(&f);
        if (winner < 0) draws++;
        else wins[winner]++;
        turns += f.turns;
        checksum += checksum_part((uint32_t)n, winner, &f);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    double seconds = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    printf("{\"fights\": %ld, \"turns\": %ld, \"seconds\": %.6f, \"wins\": [%ld, %ld], \"draws\": %ld, \"checksum\": \"%016llx\"}\n",
           fights, turns, seconds, wins[0], wins[1], draws, (unsigned long long)checksum);
    return 0;
}
