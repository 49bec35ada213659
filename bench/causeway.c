/* The causeway by hand: what the same fight costs when it is written in C for nothing else.
 *
 * The same rules as far as the six of the example can meet them, the same tactics as `simple`,
 * and the same dice in the same order, so that every single fight comes out the same and the
 * checksums of both programs agree. Usage: causeway SEED FIGHTS
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PEOPLE = 6, FRAIL = 3, STURDIER = 3, OUTNUMBERED = 3, EXIT = 1, ZONES = 3, ROUND_LIMIT = 100 };

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

typedef struct {
    int count, sides, rushed_count, rushed_sides, strength, agility, finesse;
    int ranged, throwable, precise;
} Weapon;

enum { FISTS, RAPIER, LONGBOW, BATTLEAXE, BROADSWORD, SPEAR, SHORTBOW };
static const Weapon weapons[] = {
    {1, 10, 1, 10, 0, 0, 0, 0, 0, 0},  {2, 12, 1, 10, 0, 0, 6, 0, 0, 1}, {2, 10, 1, 12, 7, 7, 0, 1, 0, 0},
    {3, 12, 1, 10, 10, 0, 0, 0, 0, 0}, {3, 12, 1, 10, 10, 0, 0, 0, 0, 0}, {2, 12, 1, 12, 6, 6, 0, 0, 1, 0},
    {1, 10, 1, 10, 0, 7, 0, 1, 0, 0},
};

typedef struct { int side, pc, zone, defense, strength, agility, finesse, hp, weapon, actions; } Sheet;
static const Sheet sheets[PEOPLE] = {
    {0, 1, 1, 4, 6, 8, 10, 6, RAPIER, 2},   {0, 1, 1, 4, 7, 8, 0, 7, LONGBOW, 2},
    {0, 1, 1, 6, 10, 6, 0, 10, BATTLEAXE, 2}, {1, 0, 0, 6, 0, 0, 0, 7, BROADSWORD, 2},
    {1, 0, 0, 5, 0, 0, 0, 5, SPEAR, 1},      {1, 0, 0, 5, 0, 0, 0, 5, SHORTBOW, 1},
};

typedef struct { int hp, zone, arms[8], armed, acted, reacted, owes, slow, collapsed, fled; } Person;

typedef struct {
    Dice dice;
    Person people[PEOPLE];
    int lying_item[8], lying_zone[8], lying;
    int round, turns, settled, actions_left, attacks_made;
} Fight;

static inline int able(const Fight *f, int i) {
    const Person *p = &f->people[i];
    return p->hp > 0 && !p->collapsed && !p->fled;
}
static inline int present(const Fight *f, int i) { return f->people[i].hp > 0 && !f->people[i].fled; }
static inline int wounded(const Fight *f, int i) { return sheets[i].pc && f->people[i].hp < 4; }
static inline int meets(int i, const Weapon *w) {
    const Sheet *s = &sheets[i];
    return (!s->strength || s->strength >= w->strength) && (!s->agility || s->agility >= w->agility) &&
           (!s->finesse || s->finesse >= w->finesse);
}
static inline int distance(int a, int b) { return a != b; } /* three zones, all neighbours */
static inline int reaches(const Weapon *w, int d) { return w->ranged ? d <= 3 : d == 0 || (w->throwable && d <= 1); }

static int sides_left(const Fight *f) {
    int seen[2] = {0, 0};
    for (int i = 0; i < PEOPLE; i++)
        if (able(f, i)) seen[sheets[i].side] = 1;
    return seen[0] + seen[1];
}
static void leave(Fight *f) { f->settled = sides_left(f) < 2; }

static int check(Fight *f, int i, int ability) {
    int tn = 20 - ability;
    if (!wounded(f, i)) {
        int one = die(&f->dice, 12), two = die(&f->dice, 12);
        return one + two >= tn || one == two;
    }
    int r[3] = {die(&f->dice, 12), die(&f->dice, 12), die(&f->dice, 12)};
    int high = 0;
    for (int k = 1; k < 3; k++)
        if (r[k] > r[high]) high = k;
    int one = r[(high + 1) % 3], two = r[(high + 2) % 3];
    return one + two >= tn || one == two;
}

static void hurt(Fight *f, int i, int hits) {
    Person *p = &f->people[i];
    if (hits <= 0 || p->hp == 0) return;
    p->hp = p->hp > hits ? p->hp - hits : 0;
    if (p->hp == 0) {
        p->collapsed = 0;
        leave(f);
    } else if (p->hp == 1 && sheets[i].pc && !check(f, i, sheets[i].strength)) {
        p->collapsed = 1;
        leave(f);
    }
}

/* --- attacking --- */

typedef struct { int sides, defense, hits, misses; } Pool;

static void count_hits(Fight *f, Pool *p, const int *faces, int n) {
    int rolled[64];
    while (1) {
        int exploding = 0;
        for (int k = 0; k < n; k++) {
            if (faces[k] >= p->defense) {
                p->hits++;
                exploding += faces[k] == p->sides;
            } else
                p->misses++;
        }
        if (!exploding) return;
        for (int k = 0; k < exploding; k++) rolled[k] = die(&f->dice, p->sides);
        faces = rolled;
        n = exploding;
    }
}
static void roll_pool(Fight *f, Pool *p, int count) {
    int faces[64];
    for (int k = 0; k < count; k++) faces[k] = die(&f->dice, p->sides);
    count_hits(f, p, faces, count);
}
static int may_react(const Fight *f, int i) { return sheets[i].pc && !f->people[i].reacted && able(f, i); }

static int interposer(Fight *f, int target) {
    for (int i = 0; i < PEOPLE; i++)
        if (sheets[i].side == sheets[target].side && f->people[i].zone == f->people[target].zone && i != target &&
            may_react(f, i) && f->people[target].hp <= FRAIL &&
            f->people[i].hp >= f->people[target].hp + STURDIER && sheets[i].defense >= sheets[target].defense) {
            f->people[i].reacted = f->people[i].owes = 1;
            return i;
        }
    return target;
}
static int helped(Fight *f, int attacker, int target) {
    for (int i = 0; i < PEOPLE; i++) {
        if (sheets[i].side != sheets[attacker].side || i == attacker || !may_react(f, i)) continue;
        int near = f->people[i].zone == f->people[attacker].zone || f->people[i].zone == f->people[target].zone;
        if (near && f->people[target].hp <= FRAIL) {
            f->people[i].reacted = f->people[i].owes = 1;
            return 1;
        }
    }
    return 0;
}
static void attack(Fight *f, int who, int item, int target, int rushed) {
    const Weapon *w = &weapons[item];
    Person *me = &f->people[who];
    int aimed_zone = f->people[target].zone;
    target = interposer(f, target);
    int use_rushed = rushed || !meets(who, w);
    int count = use_rushed ? w->rushed_count : w->count, sides = use_rushed ? w->rushed_sides : w->sides;
    int defense = sheets[target].defense;
    Pool pool = {sides, defense < sides ? defense : sides, 0, 0};
    if (w->precise) {
        int kept[8], n = 0, ones = 0;
        for (int k = 0; k < count; k++) {
            int face = die(&f->dice, sides);
            if (face == 1) ones++;
            else kept[n++] = face;
        }
        count_hits(f, &pool, kept, n);
        if (ones) roll_pool(f, &pool, ones);
    } else
        roll_pool(f, &pool, count);
    if (pool.misses && helped(f, who, target)) {
        int again = pool.misses < 2 ? pool.misses : 2;
        roll_pool(f, &pool, again);
    }
    if (me->zone != aimed_zone && w->throwable) {
        int k = 0;
        while (me->arms[k] != item) k++;
        memmove(&me->arms[k], &me->arms[k + 1], sizeof(int) * (size_t)(me->armed - k - 1));
        me->armed--;
        f->lying_item[f->lying] = item;
        f->lying_zone[f->lying++] = aimed_zone;
    }
    hurt(f, target, pool.hits);
}

/* --- tactics --- */

static double worth(const Fight *f, int who, const Weapon *w, int target, int rushed) {
    int use_rushed = rushed || !meets(who, w);
    int count = use_rushed ? w->rushed_count : w->count, sides = use_rushed ? w->rushed_sides : w->sides;
    int least = sheets[target].defense < sides ? sheets[target].defense : sides;
    double hits = (double)(count * (sides - least + 1)) / (double)(sides - 1);
    double left = f->people[target].hp, share = hits < left ? hits / left : 1.0;
    return able(f, target) ? share + hits * 0.01 : 0.001;
}
static int enemy_in(const Fight *f, int zone, int side) {
    for (int i = 0; i < PEOPLE; i++)
        if (f->people[i].zone == zone && sheets[i].side != side && able(f, i)) return 1;
    return 0;
}
static int lying_here(const Fight *f, int zone) {
    for (int k = 0; k < f->lying; k++)
        if (f->lying_zone[k] == zone) return k;
    return -1;
}
static void pick_up(Fight *f, int who, int k) {
    int item = f->lying_item[k];
    f->people[who].arms[f->people[who].armed++] = item;
    f->lying--;
    memmove(&f->lying_item[k], &f->lying_item[k + 1], sizeof(int) * (size_t)(f->lying - k));
    memmove(&f->lying_zone[k], &f->lying_zone[k + 1], sizeof(int) * (size_t)(f->lying - k));
}
static int hopeless(const Fight *f, int who) {
    if (f->people[who].hp > FRAIL || f->people[who].hp == sheets[who].hp) return 0;
    int count[2] = {0, 0};
    for (int i = 0; i < PEOPLE; i++)
        if (able(f, i)) count[sheets[i].side]++;
    return count[!sheets[who].side] >= OUTNUMBERED * count[sheets[who].side];
}
static int can_attack_from(const Fight *f, int who, int zone) {
    if (enemy_in(f, zone, sheets[who].side)) return 0;
    for (int a = 0; a < f->people[who].armed; a++) {
        int item = f->people[who].arms[a];
        if (item == FISTS) continue;
        for (int t = 0; t < PEOPLE; t++)
            if (sheets[t].side != sheets[who].side && able(f, t) &&
                reaches(&weapons[item], distance(zone, f->people[t].zone)))
                return 1;
    }
    return 0;
}
/* One action; 0 ends the turn. */
static int act(Fight *f, int who) {
    Person *me = &f->people[who];
    int side = sheets[who].side, rushed = f->attacks_made > 0;
    if (hopeless(f, who) && (me->zone == EXIT || !enemy_in(f, me->zone, side))) {
        me->fled = 1;
        leave(f);
        return 1;
    }
    int mend = -1;
    for (int i = 0; i < PEOPLE && mend < 0; i++)
        if (sheets[i].side == side && f->people[i].zone == me->zone && present(f, i) && f->people[i].collapsed && i != who)
            mend = i;
    if (mend >= 0 && !rushed) {
        f->people[mend].collapsed = 0;
        return 1;
    }
    double best = 0;
    int best_item = -1, best_target = -1;
    for (int a = 0; a < me->armed; a++) {
        int item = me->arms[a];
        const Weapon *w = &weapons[item];
        if (item == FISTS && best_target >= 0) continue;
        for (int t = 0; t < PEOPLE; t++) {
            if (sheets[t].side == side || !present(f, t)) continue;
            int d = distance(me->zone, f->people[t].zone);
            if (!reaches(w, d)) continue;
            double found = worth(f, who, w, t, rushed);
            if (d > 0 && !w->ranged && !(me->armed > 2 || found >= 1.0)) found = 0;
            if (found > best) best = found, best_item = item, best_target = t;
        }
    }
    if (best_target >= 0) {
        if (best_item == FISTS) {
            int k = lying_here(f, me->zone);
            if (me->armed == 1) {
                if (k >= 0) return pick_up(f, who, k), 1;
            } else
                for (int z = 0; z < ZONES; z++)
                    if (z != me->zone && can_attack_from(f, who, z)) return me->zone = z, 1;
        }
        f->attacks_made++;
        attack(f, who, best_item, best_target, rushed);
        return 1;
    }
    int k = lying_here(f, me->zone);
    if (k >= 0) return pick_up(f, who, k), 1;
    if (mend >= 0) return f->people[mend].collapsed = 0, 1;
    if (rushed) return 0;
    for (int t = 0; t < PEOPLE; t++) /* a step towards the nearest: all zones are neighbours */
        if (sheets[t].side != side && able(f, t)) {
            int nearest = t;
            for (int u = t; u < PEOPLE; u++)
                if (sheets[u].side != side && able(f, u) &&
                    distance(me->zone, f->people[u].zone) < distance(me->zone, f->people[nearest].zone))
                    nearest = u;
            if (f->people[nearest].zone == me->zone) return 0;
            me->zone = f->people[nearest].zone;
            return 1;
        }
    return 0;
}

static void turn(Fight *f, int who) {
    Person *me = &f->people[who];
    int actions = sheets[who].actions;
    if (actions > 1 && (wounded(f, who) || (f->round == 1 && me->slow))) actions = 1;
    if (me->owes && actions > 0) actions--;
    me->owes = 0;
    f->attacks_made = 0;
    f->turns++;
    while (actions-- > 0 && able(f, who) && !f->settled)
        if (!act(f, who)) break;
    me->acted = 1;
}

static int play(Fight *f) {
    while (1) {
        f->round++;
        for (int i = 0; i < PEOPLE; i++) {
            f->people[i].acted = f->people[i].reacted = 0;
            if (f->round == 1 && sheets[i].pc) f->people[i].slow = !check(f, i, sheets[i].agility);
        }
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < PEOPLE; i++)
                /* somebody brought round by a friend later in the order still acts this round */
                if (sheets[i].side == side && !f->people[i].acted && able(f, i)) {
                    turn(f, i);
                    if (f->settled) goto over;
                    i = -1;
                }
        if (f->round >= ROUND_LIMIT) return -1;
    }
over:
    for (int i = 0; i < PEOPLE; i++)
        if (able(f, i)) return sheets[i].side;
    return -1;
}

static uint32_t fnv(uint32_t h, uint32_t x) { return (h ^ x) * 16777619u; }

int main(int argc, char **argv) {
    uint64_t the_seed = argc > 1 ? strtoull(argv[1], 0, 10) : 7;
    long fights = argc > 2 ? atol(argv[2]) : 100000;
    long wins[2] = {0, 0}, draws = 0, turns = 0;
    uint64_t checksum = 0;
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    for (long n = 0; n < fights; n++) {
        Fight f;
        memset(&f, 0, sizeof f);
        seed(&f.dice, the_seed, (uint64_t)n);
        for (int i = 0; i < PEOPLE; i++) {
            Person *p = &f.people[i];
            p->hp = sheets[i].hp;
            p->zone = sheets[i].zone;
            p->arms[0] = sheets[i].weapon;
            p->arms[1] = FISTS;
            p->armed = 2;
        }
        int winner = play(&f);
        if (winner < 0) draws++;
        else wins[winner]++;
        turns += f.turns;
        checksum += fnv(fnv(fnv(fnv(2166136261u, (uint32_t)n), (uint32_t)(winner + 1)), (uint32_t)f.round), (uint32_t)f.turns);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    double seconds = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    printf("{\"fights\": %ld, \"turns\": %ld, \"seconds\": %.6f, \"wins\": [%ld, %ld], \"draws\": %ld, \"checksum\": \"%016llx\"}\n",
           fights, turns, seconds, wins[0], wins[1], draws, (unsigned long long)checksum);
    return 0;
}
