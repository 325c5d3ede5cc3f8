import { describe, expect, it } from "vitest";
import type { DialectName, Fault } from "./dialect.js";
import { dialects } from "./dialects.js";

const faultOf = (type: DialectName, error: object): Fault => dialects[type].fault(error);

/** By dialect: the errors of the drivers, with the fault of each. */
const cases: readonly (readonly [DialectName, Fault, readonly object[]])[] = [
  [
    "mysql",
    "unavailable",
    [
      ...[1040, 1047, 1053, 1077, 1078, 1079, 1129, 1135, 1180, 1203, 1226, 1290, 1317, 1792, 1836, 1927, 1969],
      ...[2002, 2003, 2006, 2013, 2055, 3024, 3032, 3100, 3168, 3169, 4031, 9001],
    ].map((errno) => ({ errno, sqlState: "HY000" })),
  ],
  [
    "mysql",
    "unavailable",
    [1042, 1043, 1080, 1081, 1152, 1153, 1154, 1155, 1156, 1157, 1158, 1159, 1160, 1161, 1184, 1189, 65000].map(
      (errno) => ({ errno, sqlState: "08S01" }),
    ),
  ],
  ["mysql", "unavailable", [{ code: "PROTOCOL_CONNECTION_LOST" }, { code: "EPIPE" }, { code: "ERR_STREAM_DESTROYED" }]],
  ["mysql", "locked", [{ errno: 1205, sqlState: "HY000" }]],
  ["mysql", "again", [{ errno: 1213, sqlState: "40001" }]],
  ["mysql", "other", [{ errno: 1064, sqlState: "42000" }, { errno: 1406, sqlState: "22001" }, { message: "x" }]],
  [
    "postgres",
    "unavailable",
    [
      ...["08000", "08001", "08003", "08004", "08006", "08007", "08P01"],
      ...["53000", "53100", "53200", "53300", "53400"],
      ...["57000", "57014", "57P01", "57P02", "57P03", "57P04", "57P05", "58000", "58030"],
      ...["25006", "25P03", "25P04", "40003"],
      ...["EPIPE", "ECONNRESET", "ECONNREFUSED", "ETIMEDOUT", "ENETDOWN", "ERR_STREAM_DESTROYED"],
    ].map((code) => ({ code })),
  ],
  ["postgres", "locked", [{ code: "55P03" }]],
  ["postgres", "again", [{ code: "40001" }, { code: "40P01" }]],
  ["postgres", "other", [{ code: "42601" }, { code: "22001" }, { code: "23502" }, { message: "x" }]],
  [
    "sqlite",
    "unavailable",
    [
      { errcode: 10 },
      { errcode: 266 },
      { errcode: 13 },
      { errcode: 8 },
      { code: "SQLITE_IOERR_FSYNC" },
      { code: "SQLITE_CANTOPEN_ISDIR" },
      { code: "SQLITE_READONLY_DBMOVED" },
      { message: "database is not open" },
      { message: "database or disk is full: SQLITE_FULL" },
      { message: "disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_WRITE)" },
    ],
  ],
  [
    "sqlite",
    "again",
    [{ errcode: 5 }, { errcode: 261 }, { code: "SQLITE_BUSY_TIMEOUT" }, { code: "SQLITE_LOCKED_SHAREDCACHE" }],
  ],
  ["sqlite", "other", [{ errcode: 1 }, { code: "SQLITE_ERROR" }, { code: "ERR_SQLITE_ERROR" }]],
];

describe.each(cases)("an error of %s that is %s", (type, fault, errors) => {
  it.each(errors)("is recognized by %j", (error) => {
    expect(faultOf(type, error)).toBe(fault);
  });
});
