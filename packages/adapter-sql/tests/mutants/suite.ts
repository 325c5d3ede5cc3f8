import { adapterConformance } from "@keyhold/testing/conformance";
import { createPool } from "mysql2";
import pg from "pg";
import { mysqlDriver, postgresDriver, waitsOf } from "../../src/drivers.js";
import { createStatements, sqlDatabase } from "../../src/index.js";
import { driverMutants, mutants } from "./mutants.js";

/** The conformance suite over a mutant, chosen by the environment; "" for the plain driver. */
const { MUTANT = "", DATABASE_TYPE, DATABASE_URL = "" } = process.env;
const type = DATABASE_TYPE === "mysql" ? "mysql" : "postgres";
let isMade = false;
const close = async (): Promise<void> => undefined;

adapterConformance(
  MUTANT,
  async (schema, given) => {
    const waits = waitsOf("suite", given);
    const postgres = type === "postgres" ? new pg.Pool({ connectionString: DATABASE_URL }) : null;
    const mysql = type === "mysql" ? createPool({ uri: DATABASE_URL, timezone: "Z" }) : null;
    const driver = postgres
      ? postgresDriver(postgres, waits, close)
      : mysqlDriver(mysql as NonNullable<typeof mysql>, { waits, isSetUp: false, close });
    // The suite makes a second adapter, whose waits are short.
    const isFirst = !isMade;
    isMade = true;
    // MariaDB's collation that does not ignore spaces at the end.
    const statements = createStatements(schema, type).map((sql) => sql.replaceAll("utf8mb4_bin", "utf8mb4_nopad_bin"));
    for (const sql of isFirst ? statements : []) await driver.session?.run({ sql, columns: [], isRead: false }, []);
    const mutant = (mutants[MUTANT] ?? driverMutants[MUTANT])?.(driver) ?? driver;
    return {
      adapter: sqlDatabase({ name: "mutant", type, driver: mutant }).connect(schema),
      async close() {
        await postgres?.end();
        mysql?.end();
      },
    };
  },
  { parts: MUTANT in driverMutants ? "driver" : "all", rounds: 5 },
);
