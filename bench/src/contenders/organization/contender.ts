/** One contender with organizations on its database file. All speak the same routes. */
export interface OrganizationContender {
  readonly handler: (request: Request) => Promise<Response>;
  /** Creates the tables in an empty file. */
  migrate(): Promise<void>;
}

export const organizationContenderNames = ["floor-fetch", "better-auth", "keyhold"] as const;
export type OrganizationContenderName = (typeof organizationContenderNames)[number];

/**
 * The measured requests: the organization as on a first page, with up to a thousand of its members, the caller's
 * membership in it, and the list of the caller's organizations.
 */
export const organizationQuestions = {
  page: "/api/auth/organization/get-full-organization",
  thousand: "/api/auth/organization/get-full-organization?membersLimit=1000",
  member: "/api/auth/organization/get-active-member",
  list: "/api/auth/organization/list",
} as const;
export type OrganizationQuestion = keyof typeof organizationQuestions;

const modules: Record<
  OrganizationContenderName,
  () => Promise<{ open(file: string): OrganizationContender | Promise<OrganizationContender> }>
> = {
  "floor-fetch": () => import("./floor.ts"),
  "better-auth": () => import("./better-auth.ts"),
  keyhold: () => import("./keyhold.ts"),
};

export const openOrganizationContender = async (
  name: OrganizationContenderName,
  file: string,
): Promise<OrganizationContender> => (await modules[name]()).open(file);
