"use client";

export { AccountDeleted } from "./account/AccountDeleted.js";
export { AccountSettings, type AccountSettingsProps } from "./account/AccountSettings.js";
export { ChangeEmail } from "./account/ChangeEmail.js";
export { ChangePassword } from "./account/ChangePassword.js";
export { DeleteAccount } from "./account/DeleteAccount.js";
export { Devices } from "./account/Devices.js";
export { ReturnNotice, UnverifiedEmail } from "./account/notices.js";
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
export { type ProfileOptions, type ProfileState, useProfile } from "./account/use-profile.js";
export { type SignInMethod, type SignInMethodsState, useSignInMethods } from "./account/use-sign-in-methods.js";
export type { SignedIn, SignedInUser } from "./account/use-user.js";
export { AuthUI, type AuthUIProps } from "./auth-ui.js";
export type { AnyAuthClient } from "./client.js";
export type { Captcha, LinkProps, Navigate } from "./context.js";
export {
  type SendAgain,
  useVerifyEmail,
  type VerifyEmailState,
  type VerifyEmailStep,
} from "./email/use-verify-email.js";
export { VerifyEmail } from "./email/VerifyEmail.js";
export type { FieldDeclaration, FieldKind, FieldState, FormState } from "./form/form-state.js";
export { type FormDeclaration, useForm, type Values } from "./form/use-form.js";
export type { Loading } from "./lists/loading.js";
export { type Offers, useOffers } from "./offers.js";
export { MenuChoice, MenuGroup, MenuItem, MenuLink, MenuText } from "./parts/Menu.js";
export { Passkeys } from "./passkey/Passkeys.js";
export type { PasskeyAction } from "./passkey/use-passkey-sign-in.js";
export { type PasskeysState, usePasskeys, useRenamePasskey } from "./passkey/use-passkeys.js";
export { ForgotPassword } from "./password/ForgotPassword.js";
export { ResetPassword } from "./password/ResetPassword.js";
export { type ForgotPasswordState, useForgotPassword } from "./password/use-forgot-password.js";
export { type ResetPasswordState, useResetPassword } from "./password/use-reset-password.js";
export type { Paths } from "./paths.js";
export type { ProvidersState } from "./provider/use-providers.js";
export { SetUpAgain } from "./second-factor/SetUpAgain.js";
export { TwoFactor } from "./second-factor/TwoFactor.js";
export { TwoFactorSettings } from "./second-factor/TwoFactorSettings.js";
export { type SetUpAgainState, useIsRecovering, useSetUpAgain } from "./second-factor/use-set-up-again.js";
export {
  type TrustedBrowser,
  type TrustedBrowsersState,
  useTrustedBrowsers,
} from "./second-factor/use-trusted-browsers.js";
export { type TwoFactorState, useTwoFactor } from "./second-factor/use-two-factor.js";
export {
  type SectionAction,
  type ShownSecret,
  type TwoFactorSettingsState,
  type TwoFactorStatus,
  useTwoFactorSettings,
} from "./second-factor/use-two-factor-settings.js";
export { SignIn, type SignInProps } from "./sign-in/SignIn.js";
export { type SignInOptions, type SignInState, useSignIn } from "./sign-in/use-sign-in.js";
export { SignUp, type SignUpProps } from "./sign-up/SignUp.js";
export { type SignUpOptions, type SignUpState, useSignUp } from "./sign-up/use-sign-up.js";
export { type ProofMethod, type StepUpProofState, useStepUpProof } from "./step-up/use-step-up-proof.js";
export { matchLanguage } from "./texts/match-language.js";
export type { GivenTexts, Language, Texts } from "./texts/texts.js";
export { SignOutButton } from "./user-button/SignOutButton.js";
export { UserButton, type UserButtonProps } from "./user-button/UserButton.js";
export { type SignOutAction, useSignOut } from "./user-button/use-sign-out.js";
export { type UserLink, useUserLinks } from "./user-button/use-user-links.js";
