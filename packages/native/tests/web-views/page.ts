/** What the test gives to a page. */
export interface GivenToPage {
  readonly baseURL: string;
  readonly redirect: string;
  /** Visits a URL in the browser of the system, and answers the link to the app. */
  readonly openInSystem: (url: string) => Promise<string>;
}

/** What a page leaves for the test. */
export interface LeftByPage {
  readonly items: Map<string, string>;
  readonly client: {
    getSession(): Promise<{ readonly data: { readonly user: { readonly email: string } } | null }>;
    signOut(): Promise<unknown>;
  };
  readonly flows: { signIn(): Promise<{ readonly data: { readonly user: { readonly email: string } } | null }> };
}

export const given = globalThis as unknown as GivenToPage;
export const items = new Map<string, string>();

export function leave(left: Omit<LeftByPage, "items">): void {
  Object.assign(globalThis, { items, ...left });
}
