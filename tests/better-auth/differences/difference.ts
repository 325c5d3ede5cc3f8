import type { AdminOptions } from "@keyhold/admin";
import type { AuthConfig } from "@keyhold/core";
import type { AnyPlugin } from "@keyhold/core/plugin";
import type { OrganizationOptions } from "@keyhold/organization";
import type { TeamsOptions } from "@keyhold/organization/teams";
import type { SocialOptions } from "@keyhold/social";
import type { UsernameOptions } from "@keyhold/username";
import type { BetterAuthOptions } from "better-auth";
import type { OrganizationOptions as OldOrganizationOptions } from "better-auth/plugins";
import type { World } from "./world.ts";

/** Options of better-auth, beside those of every test. */
export interface OldOptions extends BetterAuthOptions {
  readonly organization?: OldOrganizationOptions;
}

/** Options of Keyhold, beside those of every test, by the function that takes them. */
export interface Options {
  readonly config?: Partial<Omit<AuthConfig, "database" | "plugins" | "mail">>;
  readonly social?: Partial<SocialOptions>;
  readonly organization?: Partial<OrganizationOptions>;
  readonly username?: Partial<UsernameOptions>;
  /** Left out: without this plugin. */
  readonly teams?: Partial<TeamsOptions>;
  /** Left out: without this plugin. */
  readonly admin?: AdminOptions;
  readonly plugins?: readonly AnyPlugin[];
  /** The kinds of emails that the app's `mail` delivers. Default: all. */
  readonly delivers?: (kind: string) => boolean;
}

/** A row of docs/coming-from-better-auth.md, with its effect over a database made by better-auth 1.2.12. */
export interface Difference {
  /** The first cell of the row. */
  readonly row: string;
  /** Actions at better-auth before the switch. The result is `world.known`. */
  readonly before?: {
    readonly old?: OldOptions | ((isKept: boolean) => OldOptions);
    readonly run: (world: World) => Promise<Readonly<Record<string, string>>>;
  };
  /** The requests to better-auth, Keyhold, and Keyhold with the remedy. The answers are compared. */
  readonly observe: (world: World) => Promise<unknown>;
  readonly was: unknown;
  readonly is: unknown;
  readonly old?: OldOptions;
  readonly options?: Options;
  /**
   * The remedy: with these options `observe` has the old answer. "call": the caller acts differently if `world.isKept`.
   * Absent: there is no remedy, and the last cell of the row is empty.
   */
  readonly keep?: Options | "call";
}
