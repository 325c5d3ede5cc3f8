import type { AskedPermissions, Statements } from "@keyhold/access";
import type { OptionsInput } from "@keyhold/core/options";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import type { OrganizationEmail } from "./emails.js";
import { endpoints, type OrganizationEndpoints, type OrganizationServerEndpoints } from "./endpoints.js";
import { type OrganizationErrorCode, organizationErrors } from "./errors.js";
import type { OrganizationEvent } from "./events.js";
import { hookNames, type OrganizationHooks } from "./hooks/offers.js";
import { hooksOf } from "./hooks/uses.js";
import { type OrganizationModels, type OrganizationSession, ownModels, sessionColumns } from "./models.js";
import { type OrganizationOffer, type OrganizationOptions, organizationOptions } from "./options.js";
import type { organizationStatements } from "./role/default-roles.js";
import type { OrganizationReactHooks, OrganizationStores } from "./stores.js";

/** The types of both halves. */
export interface OrganizationTypes extends PluginTypes {
  readonly endpoints: OrganizationEndpoints;
  readonly serverEndpoints: OrganizationServerEndpoints;
  readonly session: OrganizationSession;
  readonly models: OrganizationModels;
  readonly errorCode: OrganizationErrorCode;
  readonly event: OrganizationEvent;
  readonly email: OrganizationEmail;
  readonly hooks: OrganizationHooks;
  readonly stores: OrganizationStores;
  readonly reactHooks: OrganizationReactHooks;
  readonly publicOptions: { readonly organization: OrganizationOffer };
}

/** A named interface keeps the inferred types of apps short. */
export interface OrganizationPlugin extends Plugin<OrganizationTypes> {}

/**
 * Adds organizations with members, invitations and roles, and `activeOrganizationId` on the session.
 *
 * @param given options; see `OrganizationOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [organization({ membershipLimit: 500 })] })
 */
export function organization<const S extends Statements = typeof organizationStatements>(
  given: OptionsInput<OrganizationOptions & { readonly statements: S }> = {},
): OrganizationPlugin & AskedPermissions<"organization", S> {
  const { options, configErrors } = organizationOptions.read(given);
  return definePlugin<OrganizationTypes & AskedPermissions<"organization", S>["$"]>({
    id: "organization",
    options,
    errors: organizationErrors,
    models: ownModels,
    extends: { session: { columns: sessionColumns } },
    endpoints,
    hookNames,
    hooks: hooksOf(options),
    configErrors,
  });
}
