import { MysqlQueryCompiler, PostgresQueryCompiler, SqliteQueryCompiler, sql as sqlOfKysely } from "kysely";
import { describe, expect, test } from "vitest";
import { mysqlDialect } from "../dialect/mysql.js";
import { postgresDialect } from "../dialect/postgres.js";
import { sqliteDialect } from "../dialect/sqlite.js";
import { compile, join, lit, nothing, raw, ref, sql } from "./sql.js";

const styles = { sqlite: sqliteDialect.style, postgres: postgresDialect.style, mysql: mysqlDialect.style };
type Style = keyof typeof styles;
const textFor = (style: Style, piece: Parameters<typeof compile>[0]): string => compile(piece, styles[style]).sql;

describe("SQL", () => {
  test("is text with the parameters in the order of their positions", () => {
    const inner = sql`${2} and ${ref("b")} = ${3}`;
    const query = sql`select * from ${ref("t")} where ${ref("t", "a")} = ${1} or ${inner}`;
    expect(compile(query, styles.sqlite)).toEqual({
      sql: 'select * from "t" where "t"."a" = ? or ? and "b" = ?',
      parameters: [1, 2, 3],
    });
    expect(textFor("postgres", query)).toBe('select * from "t" where "t"."a" = $1 or $2 and "b" = $3');
    expect(textFor("mysql", query)).toBe("select * from `t` where `t`.`a` = ? or ? and `b` = ?");
  });

  test("accepts undefined, null and lists as values", () => {
    const values = [undefined, null, [1], new Date(0)];
    expect(compile(sql`${values[0]} ${values[1]} ${values[2]} ${values[3]}`, styles.postgres)).toEqual({
      sql: "$1 $2 $3 $4",
      parameters: values,
    });
  });

  test("joins fragments, and adds no text for an empty one", () => {
    expect(textFor("sqlite", join([ref("a"), raw("b"), ref("c")]))).toBe('"a", b, "c"');
    expect(textFor("sqlite", join([], " and "))).toBe("");
    expect(textFor("sqlite", sql`a${nothing}b`)).toBe("ab");
    expect(textFor("mysql", sql`count(*)`.as("n"))).toBe("count(*) as `n`");
  });

  test("throws for a literal without a form in SQL", () => {
    for (const value of [{}, undefined, 5n, Symbol.iterator]) expect(() => lit(value)).toThrow(TypeError);
  });
});

describe.each([
  ["sqlite", new SqliteQueryCompiler()],
  ["postgres", new PostgresQueryCompiler()],
  ["mysql", new MysqlQueryCompiler()],
] as const)("names and values of %s", (style, compiler) => {
  const written = (piece: ReturnType<typeof sqlOfKysely.ref>): string =>
    compiler.compileQuery(piece.toOperationNode(), { queryId: "test" }).sql;

  test.each(["user", 'a"b', 'a""b``', "äöü", "select", "x; drop table user"])(
    "%j is one name, as Kysely writes it",
    (name) => {
      expect(textFor(style, ref(name))).toBe(written(sqlOfKysely.ref(name)));
    },
  );

  test.each(["", "it's", "''", "a\nb", 0, -1.5, true, false, null])("%j is one value, as Kysely writes it", (value) => {
    expect(textFor(style, lit(value))).toBe(written(sqlOfKysely.lit(value)));
  });
});
