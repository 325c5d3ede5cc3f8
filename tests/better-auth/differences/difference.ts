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

/** Options of better-auth, beside those that every test has. */
export interface OldOptions extends BetterAuthOptions {
  readonly organization?: OldOrganizationOptions;
}

/** Options of Keyhold, beside those that every test has, by the function that takes them. */
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
  /** Which kinds of emails the app's `mail` delivers. Default: all. */
  readonly delivers?: (kind: string) => boolean;
}

/** A row of docs/coming-from-better-auth.md, as it shows over a database that better-auth 1.2.12 made. */
export interface Difference {
  /** The first cell of the row. */
  readonly row: string;
  /** Done at better-auth before the switch. What it answers is `world.known`. */
  readonly before?: {
    readonly old?: OldOptions | ((isKept: boolean) => OldOptions);
    readonly run: (world: World) => Promise<Readonly<Record<string, string>>>;
  };
  /** What better-auth, Keyhold, and Keyhold with the remedy are asked. The answers are compared. */
  readonly observe: (world: World) => Promise<unknown>;
  readonly was: unknown;
  readonly is: unknown;
  readonly old?: OldOptions;
  readonly options?: Options;
  /**
   * The remedy: with these options `observe` answers as it was. "call": the caller does something else, where
   * `world.isKept`. Left out: there is none, and the last cell of the row is empty.
   */
  readonly keep?: Options | "call";
}
