/** The part of a client for statements: of a Prisma client, and of a transaction. */
export interface PrismaTransaction {
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): PromiseLike<T>;
  $executeRawUnsafe(query: string, ...values: unknown[]): PromiseLike<number>;
}

/** The methods of a generated Prisma client that the adapter calls. */
export interface PrismaClientLike extends PrismaTransaction {
  /** Clients of SQLite know "Serializable" only; the adapter sets no level there. */
  $transaction<T>(
    work: (tx: PrismaTransaction) => Promise<T>,
    options?: { maxWait?: number; timeout?: number; isolationLevel?: "ReadCommitted" | "Serializable" },
  ): Promise<T>;
}
