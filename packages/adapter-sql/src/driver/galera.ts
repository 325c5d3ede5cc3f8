import { StorageUnavailable } from "@keyhold/core/adapter";
import { mysqlDialect } from "../dialect/mysql.js";
import type { Answer, Connection } from "./driver.js";

/** Whether the server is a node of Galera. Other servers lack the variable, and answer without a row, or with "OFF". */
export async function isGalera(connection: Connection): Promise<boolean> {
  const columns = ["Variable_name", "Value"];
  const { rows } = await connection.run({ sql: "show variables like 'wsrep_on'", columns, isRead: true }, []);
  return /^(on|1)$/i.test(String(rows[0]?.[1]));
}

/**
 * A node of Galera applies the writes of other nodes a moment after their acknowledgement. A session with this setting
 * first waits for all of them: 1 is for reads and BEGIN, 2 for UPDATE and DELETE, 4 for INSERT.
 */
const waitForOtherNodes = { sql: "set session wsrep_sync_wait = 7", columns: [], isRead: false };

/** The connections of a pool. */
export interface Nodes {
  /** Prepares a connection before the first use, and asks the server once. `key` stands for the connection. */
  prepare(key: object, connection: Connection): Answer<void>;
  /** Whether other servers may end a transaction of a prepared connection at any moment. */
  isMultiWriter(): boolean;
}

/** `multiWriter`: the option; false if all writes go to a single node. */
export function createNodes(multiWriter: boolean | "auto" = "auto"): Nodes {
  let hasGalera = multiWriter === false ? false : null;
  const prepared = new WeakSet<object>();
  async function prepareNew(key: object, connection: Connection): Promise<void> {
    hasGalera ??= await isGalera(connection);
    if (hasGalera) await connection.run(waitForOtherNodes, []);
    prepared.add(key);
  }
  return {
    prepare: (key, connection) => (hasGalera === false || prepared.has(key) ? undefined : prepareNew(key, connection)),
    isMultiWriter: () => (multiWriter === "auto" ? hasGalera === true : multiWriter),
  };
}

/**
 * The answer to a read or to BEGIN, which lock no row. A node of Galera reports a lock timeout here if the writes of other
 * nodes did not arrive in time, or if the node is leaving the cluster. A single server reports a lock timeout of a read
 * while the table is altered.
 */
export async function withoutRowLocks<T>(nodes: Pick<Nodes, "isMultiWriter">, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!nodes.isMultiWriter() || mysqlDialect.fault(error) !== "locked") throw error;
    throw new StorageUnavailable("This server of the cluster did not get the writes of other servers in time.", {
      cause: error,
    });
  }
}
