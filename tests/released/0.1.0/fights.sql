-- A database of Affray 0.1.0: a fight of each ruleset, in its first round.
CREATE TABLE fights (
    id VARCHAR(32) NOT NULL,
    made FLOAT NOT NULL,
    name VARCHAR(200) NOT NULL,
    scenario TEXT NOT NULL,
    ruleset VARCHAR(60) NOT NULL,
    revision INTEGER NOT NULL,
    version VARCHAR(40) NOT NULL,
    seed VARCHAR(16) NOT NULL,
    players TEXT NOT NULL,
    gm VARCHAR(60) NOT NULL,
    parent VARCHAR(32),
    parent_at INTEGER,
    PRIMARY KEY (id)
);
CREATE TABLE answers (
    fight VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    kind VARCHAR(8) NOT NULL,
    text TEXT NOT NULL,
    made FLOAT NOT NULL,
    PRIMARY KEY (fight, number),
    FOREIGN KEY(fight) REFERENCES fights (id)
);
CREATE TABLE links (
    digest VARCHAR(64) NOT NULL,
    fight VARCHAR(32) NOT NULL,
    role VARCHAR(20) NOT NULL,
    PRIMARY KEY (digest),
    FOREIGN KEY(fight) REFERENCES fights (id)
);
CREATE INDEX links_by_fight ON links (fight);
INSERT INTO fights (id, made, name, scenario, ruleset, revision, version, seed, players, gm, parent, parent_at) VALUES ('710e70e674b3ad1c9fecb1ab', 1.7948342645482625961e+09, 'causeway', 'ruleset = "mithryn"
title = "The causeway"
about = """
The chapter''s own example: Kael, Brynn and Sira come up a causeway that a brigand leader, \
a spearman and an archer hold."""

# In the example the archer shoots at Kael, who stands in the archway beside him.
[house]
ranged_in_same_zone = true

[map]
zones = ["collapsed archway", "causeway", "rubble pile"]
paths = [
    ["collapsed archway", "causeway"],
    ["causeway", "rubble pile"],
    ["rubble pile", "collapsed archway"],
]
exits = ["causeway"]

[[sides]]
name = "party"
pcs = true
fighters = [
    { is = "kael", at = "causeway" },
    { is = "brynn", at = "causeway" },
    { is = "sira", at = "causeway" },
]

[[sides]]
name = "foes"
fighters = [
    { is = "brigand-leader", at = "collapsed archway" },
    { is = "city-spearman", at = "collapsed archway" },
    { is = "city-archer", at = "collapsed archway" },
]
', 'mithryn', 1, '0.1.0', 'f6cadb4c2f578025', '["person", "person"]', 'passive', NULL, NULL);
INSERT INTO fights (id, made, name, scenario, ruleset, revision, version, seed, players, gm, parent, parent_at) VALUES ('f80dea46ccbaa72eaa2d3ed7', 1.79483426480994510653e+09, 'frozen-monastery', 'ruleset = "renaissance"
title = "The frozen monastery"
about = "Two things wait in the refectory, and the way out is behind them. Track wants to knock one down and get away."
round_limit = 40

[map]
rows = [
    "##################",
    "#......#.........#",
    "#......#.........#",
    "#................#",
    "#......#..~~~....#",
    "#......#..~~~....#",
    "####.###.........#",
    "#......#.........#",
    "##################",
]

[[sides]]
name = "travellers"
pcs = true
fighters = [
    { is = "track", at = [2, 3], luck = 2 },
    { is = "chandra", name = "Chandra", at = [3, 2], luck = 1 },
    { is = "crossbowman", name = "Odile", at = [1, 4], luck = 1 },
]

[[sides]]
name = "horrors"
fighters = [{ is = "frozen-horror", at = [14, 3], count = 2, major = true }]
', 'renaissance', 1, '0.1.0', '03832ff0ce86a436', '["person", "person"]', 'passive', NULL, NULL);
INSERT INTO fights (id, made, name, scenario, ruleset, revision, version, seed, players, gm, parent, parent_at) VALUES ('a94a91855b0049c197be9f3a', 1.79483426495875549315e+09, 'arrows-over-the-rice', 'ruleset = "shinobi"
title = "Arrows over the rice"
about = "Five archers on a dyke hold a field that five runners have to cross."
round_limit = 12

[map]
rows = [
    "..^^^^^^^^^^..",
    "..............",
    "~~~..~~~~..~~~",
    "..............",
    "..............",
    "..............",
    "...%......%...",
    "..............",
    "~~~..~~~~..~~~",
    "..............",
    "..............",
    "..............",
    "..............",
]

[[sides]]
name = "archers"
affinity = ["air"]
fighters = [
    { is = "yajiri", at = [4, 0], keywords = ["accurate", "long-shot"] },
    { is = "yajiri", at = [6, 0], keywords = ["accurate"], count = 2 },
    { is = "yajiri", at = [9, 0], keywords = ["accurate", "ranged-master"], count = 2 },
]

[[sides]]
name = "runners"
affinity = ["water", "fire"]
fighters = [
    { is = "kunoichi", at = [4, 12], keywords = ["nimble", "surefoot", "poison"], count = 2 },
    { is = "kaiken", at = [7, 12], keywords = ["sneaky"], count = 2 },
    { is = "madoushi", at = [9, 12], keywords = ["curse"] },
]
', 'shinobi', 1, '0.1.0', 'b9af3e60b923a64e', '["person", "person"]', 'passive', NULL, NULL);
INSERT INTO fights (id, made, name, scenario, ruleset, revision, version, seed, players, gm, parent, parent_at) VALUES ('661d7c31b153397979fe1544', 1.79483426510303783413e+09, 'burning-mill', 'ruleset = "orrery"
title = "The burning mill"
about = """
A fire elemental has taken a mill: water and cold hurt it, fire and wood do not, and the loft is \
coming down."""

[map]
spots = [
    { name = "pond", x = 0, y = 0 },
    { name = "yard", x = 2, y = 0 },
    { name = "mill", obscured = true, x = 4, y = 0 },
    { name = "loft", height = 6, obscured = true, x = 4, y = 2 },
]
links = [["pond", "yard", "Close"], ["yard", "mill", "Close"], ["mill", "loft", "Close"]]

[[sides]]
name = "bucket line"
pcs = true
fighters = [
    { is = "tidecaller", name = "Ines", at = "pond" },
    { is = "tidecaller", name = "Marl", at = "pond", runes = ["cold", "water"] },
    { is = "warden", name = "Bram", at = "yard" },
    { is = "duelist", name = "Tam", at = "yard" },
]

[[sides]]
name = "fire"
fighters = [
    { is = "fire-elemental", at = "mill", hearts = 8 },
    { is = "ember", at = "mill", count = 2 },
]

[[events]]
round = 3
at = "mill"
crushed_by = "small"
fast = true
text = "A beam comes down in the mill"
', 'orrery', 1, '0.1.0', '287862ec029dc271', '["person", "person"]', 'passive', NULL, NULL);
INSERT INTO fights (id, made, name, scenario, ruleset, revision, version, seed, players, gm, parent, parent_at) VALUES ('0d8c75c8b8fcca22a6407e85', 1.79483426523909950257e+09, 'across-the-field', 'ruleset = "olde"
title = "Across the field"
about = "Archers and a crossbowman on either side of a field, with two boulders to stand behind."
round_limit = 40

[map]
width = 26
height = 9
solid = [[9, 3], [9, 4], [16, 4], [16, 5]]

[[sides]]
name = "greenwood"
fighters = [
    { is = "archer", name = "Robin", at = [2, 2] },
    { is = "archer", name = "Tuck", at = [2, 6] },
    { is = "spearman", name = "John", at = [3, 4] },
]

[[sides]]
name = "sheriff"
fighters = [
    { is = "crossbowman", name = "Guy", at = [23, 2] },
    { is = "archer", name = "Much", at = [23, 6] },
    { is = "swordsman", name = "Gilbert", at = [22, 4] },
]
', 'olde', 1, '0.1.0', 'cb28b2be3c7c8a3c', '["person", "person"]', 'passive', NULL, NULL);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 1, 'answer', 'roll 1d10 = 4', 1.79483426523909950257e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 2, 'answer', 'roll 1d10 = 7', 1.79483426523909950257e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 3, 'answer', 'roll 1d8 = 1', 1.79483426523909950257e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 4, 'answer', 'roll 1d8 = 2', 1.79483426523909950257e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 5, 'answer', 'roll 1d10 = 8', 1.79483426523909950257e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 6, 'answer', 'roll 1d8 = 8', 1.79483426523909950257e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 7, 'answer', 'Much: pass', 1.79483426526878690719e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 8, 'answer', 'Tuck: pass', 1.7948342652978663444e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('0d8c75c8b8fcca22a6407e85', 9, 'answer', 'Robin: pass', 1.79483426532936930653e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 1, 'answer', 'roll 1d10 = 1', 1.79483426510303783413e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 2, 'answer', 'roll 1d8 = 1', 1.79483426510303783413e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 3, 'answer', 'bucket line: act Ines', 1.79483426514015698433e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 4, 'answer', 'Ines: friendly-attack Marl with blunt-polearm', 1.79483426516275501247e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 5, 'answer', 'roll 1d4 = 2', 1.79483426516275501247e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 6, 'answer', 'roll 1d8 = 4', 1.79483426516275501247e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 7, 'answer', 'Ines: keep', 1.79483426518858146664e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 8, 'answer', 'roll 1d4 = 4', 1.79483426518858146664e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('661d7c31b153397979fe1544', 9, 'answer', 'roll 1d6 = 6', 1.79483426518858146664e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('710e70e674b3ad1c9fecb1ab', 1, 'answer', 'roll 2d12 = 1 6', 1.7948342645482625961e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('710e70e674b3ad1c9fecb1ab', 2, 'answer', 'roll 2d12 = 8 6', 1.7948342645482625961e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('710e70e674b3ad1c9fecb1ab', 3, 'answer', 'roll 2d12 = 10 2', 1.7948342645482625961e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('710e70e674b3ad1c9fecb1ab', 4, 'answer', 'party: act Kael', 1.79483426468114614488e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('710e70e674b3ad1c9fecb1ab', 5, 'answer', 'Kael: move collapsed archway', 1.79483426471286964414e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('710e70e674b3ad1c9fecb1ab', 6, 'answer', 'party: act Brynn', 1.79483426473952436446e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('a94a91855b0049c197be9f3a', 1, 'answer', 'roll 1d2 = 2', 1.79483426495875549315e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('a94a91855b0049c197be9f3a', 2, 'answer', 'runners: activate Kunoichi 1', 1.79483426500598955153e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('a94a91855b0049c197be9f3a', 3, 'answer', 'Kunoichi 1: stay', 1.79483426502924513822e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('a94a91855b0049c197be9f3a', 4, 'answer', 'Kunoichi 1: face n', 1.79483426505475831026e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 1, 'answer', 'roll 1d10 = 9', 1.79483426480994510653e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 2, 'answer', 'roll 1d10 = 8', 1.79483426480994510653e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 3, 'answer', 'roll 1d10 = 6', 1.79483426480994510653e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 4, 'answer', 'roll 1d10 = 4', 1.79483426480994510653e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 5, 'answer', 'roll 1d10 = 6', 1.79483426480994510653e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 6, 'answer', 'Track: end turn', 1.7948342648530578613e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 7, 'answer', 'Chandra: end turn', 1.79483426489298892019e+09);
INSERT INTO answers (fight, number, kind, text, made) VALUES ('f80dea46ccbaa72eaa2d3ed7', 8, 'answer', 'Odile: end turn', 1.79483426492076683046e+09);
INSERT INTO links (digest, fight, role) VALUES ('059f7e2e5d7210f21b428c2ecc12cf3941a76531d81f111241dd13a13d758c60', '0d8c75c8b8fcca22a6407e85', 'gm');
INSERT INTO links (digest, fight, role) VALUES ('c14fff8d9bc6a9ed313672d73f894e8f896d00faff796ac9da08ab1957622464', '0d8c75c8b8fcca22a6407e85', 'onlooker');
INSERT INTO links (digest, fight, role) VALUES ('493c1f4d040e80f907d716b7a81e5d60b11d0bd2d07da442265da18c457c62c5', '0d8c75c8b8fcca22a6407e85', 'side 0');
INSERT INTO links (digest, fight, role) VALUES ('54ffc1e5c56f0e311a853e317c2b1dc53ede42f348fd32b5bec90c9f6b47fb6c', '0d8c75c8b8fcca22a6407e85', 'side 1');
INSERT INTO links (digest, fight, role) VALUES ('0adb86fabdb8ff50fe330cab6a6680127c0271967d0e04003d1b631dca35f5ec', '661d7c31b153397979fe1544', 'gm');
INSERT INTO links (digest, fight, role) VALUES ('fc5f675949f8db44f44bc8f23ea6ac40f2bc365c6189b29610e775f060fdab57', '661d7c31b153397979fe1544', 'onlooker');
INSERT INTO links (digest, fight, role) VALUES ('863d6f6e400b25e557e5cd65ee6831fbab4df71ec62e13867c328327e34206d2', '661d7c31b153397979fe1544', 'side 0');
INSERT INTO links (digest, fight, role) VALUES ('8f7b24a5d00356f9c335eaae5589ffeb86e6f01317d1fa19c6719e2cdd1922dc', '661d7c31b153397979fe1544', 'side 1');
INSERT INTO links (digest, fight, role) VALUES ('5cca7a300f5914b2e31aa1c5eba809dd7f554637c5dbe7951c9e7935198be6a5', '710e70e674b3ad1c9fecb1ab', 'gm');
INSERT INTO links (digest, fight, role) VALUES ('938bc84fb9b688ba9009c1af6bf3794542736b51ffbd3d391df001e0345bc07e', '710e70e674b3ad1c9fecb1ab', 'onlooker');
INSERT INTO links (digest, fight, role) VALUES ('d1e1dbf522e434060eb72522a83440567ef738fbc6fe70f453717bf29bc454b1', '710e70e674b3ad1c9fecb1ab', 'side 0');
INSERT INTO links (digest, fight, role) VALUES ('c151bfd475ea58d9c310786a14e4a2f10f782cf21355647c32374cf158c6136c', '710e70e674b3ad1c9fecb1ab', 'side 1');
INSERT INTO links (digest, fight, role) VALUES ('53ad0fe33c3fccce2fbcb206393a99417923501750b2b0d784722ec75d639333', 'a94a91855b0049c197be9f3a', 'gm');
INSERT INTO links (digest, fight, role) VALUES ('3056c7b962bf6a96480b317d6a6d65dc92044e935924cf18fe41088e42c73fd0', 'a94a91855b0049c197be9f3a', 'onlooker');
INSERT INTO links (digest, fight, role) VALUES ('d2d63fe15ad8e94e150f04c7af563148742bef46130f48ab473d5c5777c95647', 'a94a91855b0049c197be9f3a', 'side 0');
INSERT INTO links (digest, fight, role) VALUES ('f5204af64fbe6f0ae50ad2abec73e1ca0f137cd18d1ab8c4907e2d195d4ed580', 'a94a91855b0049c197be9f3a', 'side 1');
INSERT INTO links (digest, fight, role) VALUES ('e8f81da3d4ba20908e1b99997d3eaa11e1059c25b90b4dc9330dc9aa8769e673', 'f80dea46ccbaa72eaa2d3ed7', 'gm');
INSERT INTO links (digest, fight, role) VALUES ('68ff2965feedb1e34588078772be743e3c5267cfa940e3084d105be331e1834f', 'f80dea46ccbaa72eaa2d3ed7', 'onlooker');
INSERT INTO links (digest, fight, role) VALUES ('e38dc9d9a0787142e135c71bd976108435bdfaf51efbff74a511cca8b8ba9d21', 'f80dea46ccbaa72eaa2d3ed7', 'side 0');
INSERT INTO links (digest, fight, role) VALUES ('4171f497d20c0b45ff6f3fc345d5400909e56e5bef47ff9102743c6f854b689a', 'f80dea46ccbaa72eaa2d3ed7', 'side 1');
