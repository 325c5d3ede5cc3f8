import { type Sql, sql } from "../sql/sql.js";

/** The most characters of a text column of `pg_attribute a`; null without a limit. */
export const postgresTextLength: Sql = sql`case
  when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4
  when a.atttypid = 'name'::regtype then 63 end`;

/** The most characters of a text column of `information_schema.columns c`; null for other types. */
export const mysqlTextLength: Sql = sql`case
  when c.data_type like '%text' then floor(c.character_octet_length / 4) else c.character_maximum_length end`;
