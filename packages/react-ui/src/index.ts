"use client";

export type { Permissions } from "@keyhold/access";
// Loads the plugins' types: a compiler names the types of an app by them.
export type {} from "@keyhold/admin/client";
export type {} from "@keyhold/anonymous/client";
export type {} from "@keyhold/api-key/client";
export type {} from "@keyhold/billing/client";
export type {} from "@keyhold/device-authorization/client";
export type {} from "@keyhold/email-otp/client";
export type {} from "@keyhold/last-login-method/client";
export type {} from "@keyhold/magic-link/client";
export type {} from "@keyhold/multi-session/client";
export type {} from "@keyhold/organization/client";
export type {} from "@keyhold/passkey/client";
export type {} from "@keyhold/phone-number/client";
export type {} from "@keyhold/public-options/client";
export type {} from "@keyhold/react";
export type {} from "@keyhold/social/client";
export type {} from "@keyhold/two-factor/client";
export type {} from "@keyhold/username/client";

export { AccountDeleted } from "./account/AccountDeleted.js";
export { AccountSettings, type AccountSettingsProps } from "./account/AccountSettings.js";
export { ChangeEmail } from "./account/ChangeEmail.js";
export { ChangePassword } from "./account/ChangePassword.js";
export { DeleteAccount } from "./account/DeleteAccount.js";
export { Devices } from "./account/Devices.js";
export { FinishEmailChange } from "./account/FinishEmailChange.js";
export { Profile } from "./account/Profile.js";
export { SignInMethods } from "./account/SignInMethods.js";
export { type AccountSection, type AccountSectionLink, useAccountSections } from "./account/sections.js";
export {
  type AccountDeletedState,
  type AccountDeletedStep,
  useAccountDeleted,
} from "./account/use-account-deleted.js";
export { type ChangeEmailState, type RequestedEmail, useChangeEmail } from "./account/use-change-email.js";
export { type ChangePasswordState, useChangePassword } from "./account/use-change-password.js";
export { type DeleteAccountState, useDeleteAccount } from "./account/use-delete-account.js";
export { type Device, type DevicesState, useDevices } from "./account/use-devices.js";
export { type FinishEmailChangeState, useFinishEmailChange } from "./account/use-finish-email-change.js";
export { type ProfileOptions, type ProfileState, useProfile } from "./account/use-profile.js";
export { type SignInMethod, type SignInMethodsState, useSignInMethods } from "./account/use-sign-in-methods.js";
export { AdminUsers, type AdminUsersProps } from "./admin/AdminUsers.js";
export { ImpersonationBar, type ImpersonationState, useImpersonation } from "./admin/ImpersonationBar.js";
export { type AdminPermissions, type AdminRights, type RankedUser, useAdminRights } from "./admin/rights.js";
export type { UserOrder, UserSearch } from "./admin/search.js";
export type { ManagedSession, ManagedUser } from "./admin/types.js";
export { type AdminUserState, type UserAction, useAdminUser, useManagedUser } from "./admin/use-admin-user.js";
export { type AdminUsersState, useAdminUsers } from "./admin/use-admin-users.js";
export { type UserSessionsState, useUserSessions } from "./admin/use-user-sessions.js";
export { userKeys } from "./api-key/owner.js";
export type { ApiKeyAction, ApiKeyOwner, ApiKeyOwnerKind, ApiKeyPermission, ListedApiKey } from "./api-key/types.js";
export { type ApiKeysState, type ShownKey, useApiKeys } from "./api-key/use-api-keys.js";
export { type CreateApiKeyState, useCreateApiKey } from "./api-key/use-create-api-key.js";
export { ApiKeys, type ApiKeysProps } from "./api-key-screen/ApiKeys.js";
export { ApiKeysLink, type ApiKeysLinkProps } from "./api-key-screen/ApiKeysLink.js";
export { organizationKeys } from "./api-key-screen/organization-keys.js";
export { AuthUI, type AuthUIProps } from "./auth-ui.js";
export { BillingSettings, type BillingSettingsProps } from "./billing/BillingSettings.js";
export { CheckoutResult, type CheckoutResultProps } from "./billing/CheckoutResult.js";
export { organizationOwner, userOwner } from "./billing/owner.js";
export { PastDueNotice, type PastDueNoticeProps } from "./billing/PastDueNotice.js";
export { PricingTable, type PricingTableProps } from "./billing/PricingTable.js";
export type {
  BillingAction,
  BillingOwner,
  BillingOwnerKind,
  BillingState,
  Order,
  Product,
  Subscription,
} from "./billing/types.js";
export { UsageMeter, type UsageMeterProps } from "./billing/UsageMeter.js";
export { type BillingSettingsState, useBillingSettings } from "./billing/use-billing-settings.js";
export { useCheckoutResult } from "./billing/use-checkout-result.js";
export { type PastDueState, usePastDue } from "./billing/use-past-due.js";
export type { PlanChange, PlanChangeState, Proration } from "./billing/use-plan-change.js";
export {
  type Plan,
  type PlanInterval,
  type PricingOptions,
  type PricingState,
  usePricing,
} from "./billing/use-pricing.js";
export { type UsageState, useUsage } from "./billing/use-usage.js";
export type { AnyAuthClient } from "./client.js";
export type { Captcha, LinkProps, Navigate, StoreImage } from "./context.js";
export { DeviceApproval } from "./device/DeviceApproval.js";
export {
  type DeviceApprovalState,
  type DeviceApprovalStep,
  type DeviceRequest,
  useDeviceApproval,
} from "./device/use-device-approval.js";
export {
  type SendAgain,
  useVerifyEmail,
  type VerifyEmailState,
  type VerifyEmailStep,
} from "./email/use-verify-email.js";
export { VerifyEmail } from "./email/VerifyEmail.js";
export { EmailCode } from "./email-code/EmailCode.js";
export { type EmailCodeOptions, type EmailCodeState, useEmailCode } from "./email-code/use-email-code.js";
export type { FieldDeclaration, FieldKind, FieldOption, FieldState, FormState } from "./form/form-state.js";
export type { ActionState } from "./form/use-action.js";
export { type FormDeclaration, useForm, type Values } from "./form/use-form.js";
export { AcceptInvitation } from "./invitation/AcceptInvitation.js";
export {
  type AcceptInvitationState,
  type AcceptInvitationStep,
  type InvitationPreview,
  useAcceptInvitation,
} from "./invitation/use-accept-invitation.js";
export type { Loading } from "./lists/loading.js";
export type { Pages } from "./lists/use-pages.js";
export type { Reading } from "./lists/use-read.js";
export { MagicLink } from "./magic-link/MagicLink.js";
export {
  type MagicLinkOptions,
  type MagicLinkState,
  type MagicLinkStep,
  useMagicLink,
} from "./magic-link/use-magic-link.js";
export type { SentLink } from "./magic-link/use-sent-link.js";
export { type Offers, useOffers } from "./offers.js";
export { CreateOrganization } from "./organization/CreateOrganization.js";
export { OrganizationInvitations } from "./organization/Invitations.js";
export { OrganizationMembers } from "./organization/Members.js";
export { OrganizationList } from "./organization/OrganizationList.js";
export { OrganizationSwitcher } from "./organization/OrganizationSwitcher.js";
export { OrganizationOverview } from "./organization/Overview.js";
export type { OrganizationPermissions, Rights } from "./organization/rights.js";
export { OrganizationGeneral } from "./organization/Settings.js";
export {
  type OrganizationSection,
  type OrganizationSectionLink,
  organizationSections,
  useOrganizationSections,
} from "./organization/sections.js";
export type {
  Invitation,
  Member,
  Organization,
  OrganizationView,
  OwnMember,
  Team,
} from "./organization/types.js";
export { type CreateOrganizationState, useCreateOrganization } from "./organization/use-create-organization.js";
export { type InvitationsState, useInvitations } from "./organization/use-invitations.js";
export { type MemberState, useMember } from "./organization/use-member.js";
export { type MemberChange, type MembersState, useMembers } from "./organization/use-members.js";
export { type OrganizationState, useOrganization } from "./organization/use-organization.js";
export { type OrganizationSettingsState, useOrganizationSettings } from "./organization/use-organization-settings.js";
export {
  type ListedOrganization,
  type OrganizationsState,
  useOrganizations,
} from "./organization/use-organizations.js";
export {
  type ReceivedInvitation,
  type ReceivedInvitationsState,
  useReceivedInvitations,
} from "./organization/use-received-invitations.js";
export { OrganizationSettings, type OrganizationSettingsProps } from "./organization-settings/OrganizationSettings.js";
export { MenuChoice, MenuGroup, MenuItem, MenuLink, MenuText } from "./parts/Menu.js";
export { Passkeys } from "./passkey/Passkeys.js";
export type { PasskeyAction } from "./passkey/use-passkey-sign-in.js";
export { type PasskeysState, usePasskeys, useRenamePasskey } from "./passkey/use-passkeys.js";
export { ForgotPassword } from "./password/ForgotPassword.js";
export { ResetPassword } from "./password/ResetPassword.js";
export { type ForgotPasswordState, useForgotPassword } from "./password/use-forgot-password.js";
export { type ResetPasswordState, useResetPassword } from "./password/use-reset-password.js";
export type { Paths } from "./paths.js";
export { ChangePhone } from "./phone/ChangePhone.js";
export { PhoneCode } from "./phone/PhoneCode.js";
export { type ChangePhoneState, useChangePhone } from "./phone/use-change-phone.js";
export type { NumberField } from "./phone/use-number-form.js";
export { type PhoneCodeOptions, type PhoneCodeState, usePhoneCode } from "./phone/use-phone-code.js";
export type { SentNumber } from "./phone/use-sent-number.js";
export type { ProvidersState } from "./provider/use-providers.js";
export type { NewApp } from "./second-factor/Enrolment.js";
export { SetUpAgain } from "./second-factor/SetUpAgain.js";
export { TwoFactor } from "./second-factor/TwoFactor.js";
export { TwoFactorSettings } from "./second-factor/TwoFactorSettings.js";
export type { GivenCode } from "./second-factor/use-code-form.js";
export { type SetUpAgainState, useIsRecovering, useSetUpAgain } from "./second-factor/use-set-up-again.js";
export {
  type TrustedBrowser,
  type TrustedBrowsersState,
  useTrustedBrowsers,
} from "./second-factor/use-trusted-browsers.js";
export { type FinishedSignIn, type TwoFactorState, useTwoFactor } from "./second-factor/use-two-factor.js";
export {
  type SectionAction,
  type ShownSecret,
  type TwoFactorSettingsState,
  type TwoFactorStatus,
  useTwoFactorSettings,
} from "./second-factor/use-two-factor-settings.js";
export { SignIn, type SignInProps } from "./sign-in/SignIn.js";
export { type SignInInput, type SignInOptions, type SignInState, useSignIn } from "./sign-in/use-sign-in.js";
export { SignUp, type SignUpProps } from "./sign-up/SignUp.js";
export { type SignUpOptions, type SignUpState, useSignUp } from "./sign-up/use-sign-up.js";
export { type ProofMethod, type StepUpProofState, useStepUpProof } from "./step-up/use-step-up-proof.js";
export { OrganizationTeam, type OrganizationTeamProps } from "./team/Team.js";
export { OrganizationTeams } from "./team/Teams.js";
export { type TeamMember, type TeamRemoval, type TeamState, useTeam } from "./team/use-team.js";
export { type TeamsState, useTeams } from "./team/use-teams.js";
export type { GivenTexts, Language, Texts } from "./texts/texts.js";
export { ReturnNotice, UnverifiedEmail } from "./user/notices.js";
export type { SignedIn, SignedInUser } from "./user/use-user.js";
export { SignOutButton } from "./user-button/SignOutButton.js";
export { UserButton, type UserButtonProps } from "./user-button/UserButton.js";
export {
  type BrowserAccount,
  type BrowserAccountsState,
  useBrowserAccounts,
} from "./user-button/use-browser-accounts.js";
export { type SignOutAction, useSignOut } from "./user-button/use-sign-out.js";
export { type UserLink, useUserLinks } from "./user-button/use-user-links.js";
