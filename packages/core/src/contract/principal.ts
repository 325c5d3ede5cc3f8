/** What calls: a person in a session, or a machine with a credential of its own. */
export type PrincipalKind = "session" | "api-key" | "oauth" | "scim";

/** Permissions by resource, e.g. `{ files: ["read"] }`. */
export type PrincipalPermissions = Readonly<Record<string, readonly string[]>>;

interface AnyPrincipal<Kind extends PrincipalKind> {
  readonly kind: Kind;
  /** The id of the credential's row: of the session, of the API key. */
  readonly id: string;
  /** The user for whom the caller acts; null: the caller acts for an organization alone. */
  readonly userId: string | null;
  /**
   * The organization for which the caller acts. Of a session its active organization, which the user may have left a
   * moment ago: the membership is for the app to check.
   */
  readonly organizationId: string | null;
  /** The scopes of the credential (RFC 6749, section 3.3). */
  readonly scopes: readonly string[];
  /** What the credential may: `{}` is nothing. Null: the credential is not limited, as in a session. */
  readonly permissions: PrincipalPermissions | null;
}

/** A user in a session. */
export interface SessionPrincipal extends AnyPrincipal<"session"> {
  readonly userId: string;
  readonly permissions: null;
  /**
   * The app of the session: of a device, by `deviceAuthorization({ clients })`, or of `session.bearer.clients`. Null: a
   * browser, or an app without a name. A device that asked for no scope has `clientId`, and no `scopes`.
   */
  readonly clientId: string | null;
}

/** The state of a limit after the request. */
export interface PrincipalLimit {
  /** Whose limit it is, e.g. "key", or "owner" for all keys of a user or an organization. */
  readonly policy: string;
  /** Requests per window. */
  readonly max: number;
  readonly windowSeconds: number;
  /** Requests that are left in the window. */
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/** A machine with a credential of its own. */
export interface MachinePrincipal<Kind extends Exclude<PrincipalKind, "session"> = Exclude<PrincipalKind, "session">>
  extends AnyPrincipal<Kind> {
  readonly permissions: PrincipalPermissions;
  /** The limit that is nearest to its end; null: no limit applies. */
  readonly limit: PrincipalLimit | null;
}

/** A program with an API key. */
export interface ApiKeyPrincipal extends MachinePrincipal<"api-key"> {
  /** The kind of the key, by which the app tells its keys apart: an option of `apiKey()`. */
  readonly configId: string;
}

/** The caller of an app's route. */
export type Principal = SessionPrincipal | ApiKeyPrincipal | MachinePrincipal<"oauth"> | MachinePrincipal<"scim">;

/** What a route of a plugin requires of its caller: `requires: { principal: { kinds: ["session", "api-key"] } }`. */
export interface PrincipalRequirement {
  /** The kinds of callers that the route takes. */
  readonly kinds: readonly PrincipalKind[];
  /** What a machine must be allowed, e.g. `{ files: ["read"] }`. A session is not limited by it. */
  readonly permission?: PrincipalPermissions;
}
