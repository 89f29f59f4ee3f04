PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1212304722;
CREATE TABLE cards (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   TEXT NOT NULL,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL,
    body   TEXT NOT NULL,
    UNIQUE (game, folded)
);
CREATE TABLE devices (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    name   TEXT NOT NULL,
    token  BLOB NOT NULL UNIQUE, -- SHA-256 of the cookie
    paired INTEGER NOT NULL,
    seen   INTEGER NOT NULL
);
CREATE TABLE events (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    play    TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    request TEXT, -- the sender's name for the command
    body    TEXT NOT NULL
);
CREATE TABLE examples (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    play    TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    mat     TEXT NOT NULL, -- the mat's name in the profile
    hex     TEXT NOT NULL,
    body    TEXT NOT NULL, -- JSON: what lies there, as in a state file
    picture BLOB NOT NULL  -- JPEG
);
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
CREATE TABLE lines (
    play     TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    round    INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    place    INTEGER NOT NULL, -- in the order of the score sheet
    category TEXT NOT NULL,
    points   INTEGER NOT NULL,
    body     TEXT NOT NULL,    -- the line with its spaces and its reason
    PRIMARY KEY (play, round, seat, place)
) WITHOUT ROWID;
CREATE TABLE meetings (
    player INTEGER NOT NULL,
    game   TEXT NOT NULL,
    other  INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    ahead  INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    more   INTEGER NOT NULL,
    PRIMARY KEY (player, game, other)
) WITHOUT ROWID;
CREATE TABLE months (
    player   INTEGER NOT NULL,
    game     TEXT NOT NULL,
    category TEXT NOT NULL,
    month    TEXT NOT NULL,
    n        INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    PRIMARY KEY (player, game, category, month)
) WITHOUT ROWID;
CREATE TABLE pictures (
    player INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    type   TEXT NOT NULL,
    body   BLOB NOT NULL
);
CREATE TABLE places (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE
);
CREATE TABLE players (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid    TEXT NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    folded  TEXT NOT NULL UNIQUE,
    color   TEXT NOT NULL DEFAULT '',
    shape   TEXT NOT NULL DEFAULT '',
    hidden  INTEGER NOT NULL DEFAULT 0, -- no longer offered, but in the history
    created INTEGER NOT NULL
);
CREATE TABLE plays (
    id        TEXT PRIMARY KEY NOT NULL,
    game      TEXT NOT NULL,
    title     TEXT NOT NULL DEFAULT '', -- of a game that the catalog doesn't know
    status    TEXT NOT NULL,
    place     INTEGER REFERENCES places (id),
    note      TEXT NOT NULL DEFAULT '',
    began     INTEGER NOT NULL,
    ended     INTEGER,                  -- set while the play is finished or abandoned
    players   INTEGER NOT NULL,         -- how many
    source    TEXT NOT NULL DEFAULT '', -- the program a record was taken over from
    source_id TEXT NOT NULL DEFAULT '',
    search    TEXT NOT NULL DEFAULT '', -- title and note, folded
    length    INTEGER,                  -- ms from began to ended, while it is finished
    margin    INTEGER                   -- points between the winner and the next, while it is finished
);
CREATE TABLE proofs (
    play    TEXT PRIMARY KEY NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL, -- when the picture was taken
    picture BLOB NOT NULL,    -- JPEG
    regions TEXT NOT NULL     -- JSON: where the hexes are in it
);
CREATE TABLE seats (
    play    TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL, -- from 1, in order of play: seat 1 is the start player
    name    TEXT NOT NULL,    -- at the table, the key in the log
    player  INTEGER REFERENCES players (id),
    color   TEXT NOT NULL DEFAULT '',
    shape   TEXT NOT NULL DEFAULT '',
    game    TEXT NOT NULL,
    players INTEGER NOT NULL,
    ended   INTEGER, -- these four are set while the play is finished
    total   INTEGER,
    rank    INTEGER,
    won     INTEGER,
    PRIMARY KEY (play, seat)
) WITHOUT ROWID;
CREATE TABLE settings (
    key  TEXT PRIMARY KEY NOT NULL,
    body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE spread (
    player INTEGER NOT NULL,
    game   TEXT NOT NULL,
    kind   TEXT NOT NULL,
    k      NOT NULL,
    total  INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    w      INTEGER NOT NULL,
    plays  REAL NOT NULL,
    PRIMARY KEY (player, game, kind, k, total)
) WITHOUT ROWID;
CREATE TABLE streaks (
    player  INTEGER NOT NULL,
    game    TEXT NOT NULL,
    longest INTEGER NOT NULL,
    current INTEGER NOT NULL,
    last    INTEGER NOT NULL, -- when the last play ended
    PRIMARY KEY (player, game)
) WITHOUT ROWID;
CREATE UNIQUE INDEX events_begun ON events (request) WHERE request IS NOT NULL AND kind = 'started';
CREATE INDEX events_play ON events (play, number);
CREATE UNIQUE INDEX events_request ON events (play, request) WHERE request IS NOT NULL;
CREATE INDEX examples_play ON examples (play);
CREATE INDEX plays_began ON plays (began, id);
CREATE INDEX plays_game ON plays (game, began, id);
CREATE INDEX plays_length ON plays (game, length, ended) WHERE length IS NOT NULL;
CREATE INDEX plays_margin ON plays (game, margin, ended) WHERE margin IS NOT NULL;
CREATE INDEX plays_place ON plays (place, began, id);
CREATE UNIQUE INDEX plays_source ON plays (source, source_id) WHERE source_id <> '';
CREATE INDEX plays_status ON plays (status, began, id);
CREATE INDEX seats_best ON seats (game, won, total, ended, player) WHERE total IS NOT NULL;
CREATE INDEX seats_player ON seats (player, play);
CREATE INDEX seats_time ON seats (player, ended, play, game, won, total) WHERE total IS NOT NULL;
CREATE INDEX streaks_longest ON streaks (game, longest);
INSERT INTO cards VALUES (1, 'riverboat', 'Our card', 'our card', '{"kind":"fixed","points":5}');
INSERT INTO devices VALUES (1, 'tablet', X'7468652068617368206F66206120746F6B656E', 1773516600000, 1773516600000);
INSERT INTO events VALUES (1, 'ivmikamuy4ysftjd', 1773516660000, 'started', 'request-1', '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:31:00Z","kind":"started","origin":"hand","who":"tablet","request":"request-1","start":{"game":"orleans","seats":[{"name":"Ann"},{"name":"Bo"},{"name":"Cy"}],"place":"Kitchen","note":"the first evening"}}');
INSERT INTO events VALUES (2, 'ivmikamuy4ysftjd', 1773516720000, 'did', NULL, '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:32:00Z","kind":"did","origin":"hand","action":{"player":"Ann","do":"gain","key":"coins","count":3}}');
INSERT INTO events VALUES (3, 'ivmikamuy4ysftjd', 1773516780000, 'did', NULL, '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:33:00Z","kind":"did","origin":"hand","action":{"player":"Ann","do":"gain","key":"coins","count":2}}');
INSERT INTO events VALUES (4, 'ivmikamuy4ysftjd', 1773516840000, 'undone', NULL, '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:34:00Z","kind":"undone","origin":"hand","target":3}');
INSERT INTO events VALUES (5, 'ivmikamuy4ysftjd', 1773516900000, 'redone', NULL, '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:35:00Z","kind":"redone","origin":"hand","target":3}');
INSERT INTO events VALUES (6, 'ivmikamuy4ysftjd', 1773516960000, 'corrected', NULL, '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:36:00Z","kind":"corrected","origin":"hand","who":"Ann","why":"miscounted","correction":{"player":"Ann","category":"goods","points":9}}');
INSERT INTO events VALUES (7, 'ivmikamuy4ysftjd', 1773517020000, 'noted', NULL, '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:37:00Z","kind":"noted","origin":"hand","why":"a close one"}');
INSERT INTO events VALUES (8, 'ivmikamuy4ysftjd', 1773517080000, 'finished', NULL, '{"number":0,"play":"ivmikamuy4ysftjd","at":"2026-03-14T19:38:00Z","kind":"finished","origin":"hand","why":"enough"}');
INSERT INTO events VALUES (9, 'vzajlzbbheyv7xz5', 1773517140000, 'started', NULL, '{"number":0,"play":"vzajlzbbheyv7xz5","at":"2026-03-14T19:39:00Z","kind":"started","origin":"hand","who":"phone","start":{"game":"orleans","seats":[{"name":"Ann"},{"name":"Dé"}]}}');
INSERT INTO events VALUES (10, 'vzajlzbbheyv7xz5', 1773517200000, 'abandoned', NULL, '{"number":0,"play":"vzajlzbbheyv7xz5","at":"2026-03-14T19:40:00Z","kind":"abandoned","origin":"hand"}');
INSERT INTO events VALUES (11, 'orkyghory2z6nbkf', 1773517260000, 'started', NULL, '{"number":0,"play":"orkyghory2z6nbkf","at":"2026-03-14T19:41:00Z","kind":"started","origin":"hand","who":"phone","start":{"game":"orleans","seats":[{"name":"Bo"},{"name":"Cy"}]}}');
INSERT INTO events VALUES (12, 'older', 1741980600000, 'recorded', NULL, '{"number":1,"play":"older","at":"2025-03-14T19:30:00Z","kind":"recorded","start":{"game":"agricola","seats":[{"name":"Bo"},{"name":"Ann"}]},"record":{"result":{"game":"agricola","players":[{"name":"Bo","lines":[{"category":"goods","points":15},{"category":"coins","points":16}],"total":31},{"name":"Ann","lines":[{"category":"goods","points":22},{"category":"coins","points":22}],"total":44}],"winners":["Ann"],"warnings":[]},"ranks":[2,1],"started":"2025-03-14T18:00:00Z","ended":"2025-03-14T19:30:00Z","source":"BG Stats","source_id":"77","title":"Agricola"}}');
INSERT INTO examples VALUES (1, 'vzajlzbbheyv7xz5', 1773516600000, 'player-1', 'A1', '{"crop":"corn"}', X'89504E470D0A1A0A0000000D49484452000000010000000108000000003A7E9B550000000A49444154789C636000000002000148AFA4710000000049454E44AE426082');
INSERT INTO goose_db_version VALUES (1, 0, 1, '2026-11-30 10:37:14');
INSERT INTO goose_db_version VALUES (2, 1, 1, '2026-11-30 10:37:14');
INSERT INTO goose_db_version VALUES (3, 2, 1, '2026-11-30 10:37:14');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 1, 1, 'coins', 5, '{"category":"coins","points":5,"key":"orleans.coins","params":{"coins":5}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 1, 2, 'goods', 9, '{"category":"goods","points":9,"key":"session.line-by-hand","params":{"counted":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 1, 3, 'stations_and_citizens', 0, '{"category":"stations_and_citizens","points":0,"key":"orleans.stations-citizens","params":{"citizens":0,"stations":0,"status":1}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 2, 1, 'coins', 0, '{"category":"coins","points":0,"key":"orleans.coins","params":{"coins":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 2, 2, 'goods', 0, '{"category":"goods","points":0,"key":"orleans.goods","params":{"goods":[],"kinds":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 2, 3, 'stations_and_citizens', 0, '{"category":"stations_and_citizens","points":0,"key":"orleans.stations-citizens","params":{"citizens":0,"stations":0,"status":1}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 3, 1, 'coins', 0, '{"category":"coins","points":0,"key":"orleans.coins","params":{"coins":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 3, 2, 'goods', 0, '{"category":"goods","points":0,"key":"orleans.goods","params":{"goods":[],"kinds":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 0, 3, 3, 'stations_and_citizens', 0, '{"category":"stations_and_citizens","points":0,"key":"orleans.stations-citizens","params":{"citizens":0,"stations":0,"status":1}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 1, 1, 'coins', 5, '{"category":"coins","points":5,"key":"orleans.coins","params":{"coins":5}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 1, 2, 'goods', 9, '{"category":"goods","points":9,"key":"session.line-by-hand","params":{"counted":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 1, 3, 'stations_and_citizens', 0, '{"category":"stations_and_citizens","points":0,"key":"orleans.stations-citizens","params":{"citizens":0,"stations":0,"status":1}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 2, 1, 'coins', 0, '{"category":"coins","points":0,"key":"orleans.coins","params":{"coins":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 2, 2, 'goods', 0, '{"category":"goods","points":0,"key":"orleans.goods","params":{"goods":[],"kinds":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 2, 3, 'stations_and_citizens', 0, '{"category":"stations_and_citizens","points":0,"key":"orleans.stations-citizens","params":{"citizens":0,"stations":0,"status":1}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 3, 1, 'coins', 0, '{"category":"coins","points":0,"key":"orleans.coins","params":{"coins":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 3, 2, 'goods', 0, '{"category":"goods","points":0,"key":"orleans.goods","params":{"goods":[],"kinds":0}}');
INSERT INTO lines VALUES ('ivmikamuy4ysftjd', 1, 3, 3, 'stations_and_citizens', 0, '{"category":"stations_and_citizens","points":0,"key":"orleans.stations-citizens","params":{"citizens":0,"stations":0,"status":1}}');
INSERT INTO lines VALUES ('older', 0, 1, 1, 'goods', 15, '{"category":"goods","points":15}');
INSERT INTO lines VALUES ('older', 0, 1, 2, 'coins', 16, '{"category":"coins","points":16}');
INSERT INTO lines VALUES ('older', 0, 2, 1, 'goods', 22, '{"category":"goods","points":22}');
INSERT INTO lines VALUES ('older', 0, 2, 2, 'coins', 22, '{"category":"coins","points":22}');
INSERT INTO meetings VALUES (1, 'agricola', 2, 1, 1, 0, 13);
INSERT INTO meetings VALUES (1, 'orleans', 2, 1, 1, 0, 14);
INSERT INTO meetings VALUES (1, 'orleans', 3, 1, 1, 0, 14);
INSERT INTO meetings VALUES (2, 'agricola', 1, 1, 0, 1, -13);
INSERT INTO meetings VALUES (2, 'orleans', 1, 1, 0, 1, -14);
INSERT INTO meetings VALUES (2, 'orleans', 3, 1, 0, 0, 0);
INSERT INTO meetings VALUES (3, 'orleans', 1, 1, 0, 1, -14);
INSERT INTO meetings VALUES (3, 'orleans', 2, 1, 0, 0, 0);
INSERT INTO months VALUES (0, 'agricola', 'coins', '2025-03', 2, 38);
INSERT INTO months VALUES (0, 'agricola', 'goods', '2025-03', 2, 37);
INSERT INTO months VALUES (0, 'orleans', 'coins', '2026-03', 3, 5);
INSERT INTO months VALUES (0, 'orleans', 'goods', '2026-03', 3, 9);
INSERT INTO months VALUES (0, 'orleans', 'stations_and_citizens', '2026-03', 3, 0);
INSERT INTO months VALUES (1, 'agricola', 'coins', '2025-03', 1, 22);
INSERT INTO months VALUES (1, 'agricola', 'goods', '2025-03', 1, 22);
INSERT INTO months VALUES (1, 'orleans', 'coins', '2026-03', 1, 5);
INSERT INTO months VALUES (1, 'orleans', 'goods', '2026-03', 1, 9);
INSERT INTO months VALUES (1, 'orleans', 'stations_and_citizens', '2026-03', 1, 0);
INSERT INTO months VALUES (2, 'agricola', 'coins', '2025-03', 1, 16);
INSERT INTO months VALUES (2, 'agricola', 'goods', '2025-03', 1, 15);
INSERT INTO months VALUES (2, 'orleans', 'coins', '2026-03', 1, 0);
INSERT INTO months VALUES (2, 'orleans', 'goods', '2026-03', 1, 0);
INSERT INTO months VALUES (2, 'orleans', 'stations_and_citizens', '2026-03', 1, 0);
INSERT INTO months VALUES (3, 'orleans', 'coins', '2026-03', 1, 0);
INSERT INTO months VALUES (3, 'orleans', 'goods', '2026-03', 1, 0);
INSERT INTO months VALUES (3, 'orleans', 'stations_and_citizens', '2026-03', 1, 0);
INSERT INTO pictures VALUES (1, 'image/png', X'89504E470D0A1A0A0000000D49484452000000010000000108000000003A7E9B550000000A49444154789C636000000002000148AFA4710000000049454E44AE426082');
INSERT INTO places VALUES (1, 'Kitchen', 'kitchen');
INSERT INTO players VALUES (1, '9762ee93-dfea-449b-a36d-7adb317cf8f3', 'Ann', 'ann', '', '', 0, 1773516660000);
INSERT INTO players VALUES (2, 'a076383e-9a88-4754-b7e9-2930796c9808', 'Bo', 'bo', '', '', 0, 1773516660000);
INSERT INTO players VALUES (3, '564a397f-c689-4f91-a6c2-eb84b4d2e6bf', 'Cy', 'cy', '', '', 0, 1773516660000);
INSERT INTO players VALUES (4, '0e5a27f8-c231-4594-aa45-7b90435835bc', 'Dé', 'dé', '', '', 1, 1773517140000);
INSERT INTO plays VALUES ('ivmikamuy4ysftjd', 'orleans', '', 'finished', 1, 'a close one', 1773516660000, 1773517080000, 3, '', '', 'a close one ', 420000, 14);
INSERT INTO plays VALUES ('vzajlzbbheyv7xz5', 'orleans', '', 'abandoned', NULL, '', 1773517140000, 1773517200000, 2, '', '', ' ', NULL, NULL);
INSERT INTO plays VALUES ('orkyghory2z6nbkf', 'orleans', '', 'playing', NULL, '', 1773517260000, NULL, 2, '', '', ' ', NULL, NULL);
INSERT INTO plays VALUES ('older', 'agricola', 'Agricola', 'finished', NULL, '', 1741975200000, 1741980600000, 2, 'BG Stats', '77', ' agricola', 5400000, 13);
INSERT INTO proofs VALUES ('vzajlzbbheyv7xz5', 1773516600000, X'89504E470D0A1A0A0000000D49484452000000010000000108000000003A7E9B550000000A49444154789C636000000002000148AFA4710000000049454E44AE426082', '{"width":1}');
INSERT INTO seats VALUES ('ivmikamuy4ysftjd', 1, 'Ann', 1, '', '', 'orleans', 3, 1773517080000, 14, 1, 1);
INSERT INTO seats VALUES ('ivmikamuy4ysftjd', 2, 'Bo', 2, '', '', 'orleans', 3, 1773517080000, 0, 2, 0);
INSERT INTO seats VALUES ('ivmikamuy4ysftjd', 3, 'Cy', 3, '', '', 'orleans', 3, 1773517080000, 0, 2, 0);
INSERT INTO seats VALUES ('older', 1, 'Bo', 2, '', '', 'agricola', 2, 1741980600000, 31, 2, 0);
INSERT INTO seats VALUES ('older', 2, 'Ann', 1, '', '', 'agricola', 2, 1741980600000, 44, 1, 1);
INSERT INTO seats VALUES ('orkyghory2z6nbkf', 1, 'Bo', 2, '', '', 'orleans', 2, NULL, NULL, NULL, NULL);
INSERT INTO seats VALUES ('orkyghory2z6nbkf', 2, 'Cy', 3, '', '', 'orleans', 2, NULL, NULL, NULL, NULL);
INSERT INTO seats VALUES ('vzajlzbbheyv7xz5', 1, 'Ann', 1, '', '', 'orleans', 2, NULL, NULL, NULL, NULL);
INSERT INTO seats VALUES ('vzajlzbbheyv7xz5', 2, 'Dé', 4, '', '', 'orleans', 2, NULL, NULL, NULL, NULL);
INSERT INTO settings VALUES ('theme', '"dark"');
INSERT INTO spread VALUES (0, '', 'all', '', 0, 2, 0, 0.66666666666666663);
INSERT INTO spread VALUES (0, '', 'all', '', 14, 1, 1, 0.33333333333333332);
INSERT INTO spread VALUES (0, '', 'all', '', 31, 1, 0, 0.5);
INSERT INTO spread VALUES (0, '', 'all', '', 44, 1, 1, 0.5);
INSERT INTO spread VALUES (0, '', 'count', 2, 31, 1, 0, 0.5);
INSERT INTO spread VALUES (0, '', 'count', 2, 44, 1, 1, 0.5);
INSERT INTO spread VALUES (0, '', 'count', 3, 0, 2, 0, 0.66666666666666663);
INSERT INTO spread VALUES (0, '', 'count', 3, 14, 1, 1, 0.33333333333333332);
INSERT INTO spread VALUES (0, '', 'game', 'agricola', 31, 1, 0, 0.5);
INSERT INTO spread VALUES (0, '', 'game', 'agricola', 44, 1, 1, 0.5);
INSERT INTO spread VALUES (0, '', 'game', 'orleans', 0, 2, 0, 0.66666666666666663);
INSERT INTO spread VALUES (0, '', 'game', 'orleans', 14, 1, 1, 0.33333333333333332);
INSERT INTO spread VALUES (0, '', 'seat', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (0, '', 'seat', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (0, '', 'seat', 2, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (0, '', 'seat', 2, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (0, '', 'seat', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (0, '', 'start', 0, 0, 2, 0, 2.0);
INSERT INTO spread VALUES (0, '', 'start', 0, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (0, '', 'start', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (0, '', 'start', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (0, 'agricola', 'all', '', 31, 1, 0, 0.5);
INSERT INTO spread VALUES (0, 'agricola', 'all', '', 44, 1, 1, 0.5);
INSERT INTO spread VALUES (0, 'agricola', 'count', 2, 31, 1, 0, 0.5);
INSERT INTO spread VALUES (0, 'agricola', 'count', 2, 44, 1, 1, 0.5);
INSERT INTO spread VALUES (0, 'agricola', 'game', 'agricola', 31, 1, 0, 0.5);
INSERT INTO spread VALUES (0, 'agricola', 'game', 'agricola', 44, 1, 1, 0.5);
INSERT INTO spread VALUES (0, 'agricola', 'seat', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (0, 'agricola', 'seat', 2, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (0, 'agricola', 'start', 0, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (0, 'agricola', 'start', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (0, 'orleans', 'all', '', 0, 2, 0, 0.66666666666666663);
INSERT INTO spread VALUES (0, 'orleans', 'all', '', 14, 1, 1, 0.33333333333333332);
INSERT INTO spread VALUES (0, 'orleans', 'count', 3, 0, 2, 0, 0.66666666666666663);
INSERT INTO spread VALUES (0, 'orleans', 'count', 3, 14, 1, 1, 0.33333333333333332);
INSERT INTO spread VALUES (0, 'orleans', 'game', 'orleans', 0, 2, 0, 0.66666666666666663);
INSERT INTO spread VALUES (0, 'orleans', 'game', 'orleans', 14, 1, 1, 0.33333333333333332);
INSERT INTO spread VALUES (0, 'orleans', 'seat', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (0, 'orleans', 'seat', 2, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (0, 'orleans', 'seat', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (0, 'orleans', 'start', 0, 0, 2, 0, 2.0);
INSERT INTO spread VALUES (0, 'orleans', 'start', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'all', '', 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'all', '', 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'count', 2, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'count', 3, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'game', 'agricola', 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'game', 'orleans', 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'seat', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'seat', 2, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'start', 0, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, '', 'start', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'agricola', 'all', '', 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'agricola', 'count', 2, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'agricola', 'game', 'agricola', 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'agricola', 'seat', 2, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'agricola', 'start', 0, 44, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'orleans', 'all', '', 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'orleans', 'count', 3, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'orleans', 'game', 'orleans', 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'orleans', 'seat', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (1, 'orleans', 'start', 1, 14, 1, 1, 1.0);
INSERT INTO spread VALUES (2, '', 'all', '', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'all', '', 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'count', 2, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'count', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'game', 'agricola', 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'game', 'orleans', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'seat', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'seat', 2, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'start', 0, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, '', 'start', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'agricola', 'all', '', 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'agricola', 'count', 2, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'agricola', 'game', 'agricola', 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'agricola', 'seat', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'agricola', 'start', 1, 31, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'orleans', 'all', '', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'orleans', 'count', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'orleans', 'game', 'orleans', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'orleans', 'seat', 2, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (2, 'orleans', 'start', 0, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, '', 'all', '', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, '', 'count', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, '', 'game', 'orleans', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, '', 'seat', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, '', 'start', 0, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, 'orleans', 'all', '', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, 'orleans', 'count', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, 'orleans', 'game', 'orleans', 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, 'orleans', 'seat', 3, 0, 1, 0, 1.0);
INSERT INTO spread VALUES (3, 'orleans', 'start', 0, 0, 1, 0, 1.0);
INSERT INTO streaks VALUES (1, '', 2, 2, 1773517080000);
INSERT INTO streaks VALUES (1, 'agricola', 1, 1, 1741980600000);
INSERT INTO streaks VALUES (1, 'orleans', 1, 1, 1773517080000);
INSERT INTO streaks VALUES (2, '', 0, 0, 1773517080000);
INSERT INTO streaks VALUES (2, 'agricola', 0, 0, 1741980600000);
INSERT INTO streaks VALUES (2, 'orleans', 0, 0, 1773517080000);
INSERT INTO streaks VALUES (3, '', 0, 0, 1773517080000);
INSERT INTO streaks VALUES (3, 'orleans', 0, 0, 1773517080000);
