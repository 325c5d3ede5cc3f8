"use client";

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
export { type Offers, useOffers } from "./offers.js";
export type { PasskeyAction } from "./passkey/use-passkey-sign-in.js";
export { ForgotPassword } from "./password/ForgotPassword.js";
export { ResetPassword } from "./password/ResetPassword.js";
export { type ForgotPasswordState, useForgotPassword } from "./password/use-forgot-password.js";
export { type ResetPasswordState, useResetPassword } from "./password/use-reset-password.js";
export type { Paths } from "./paths.js";
export type { ProvidersState } from "./provider/use-providers.js";
export { TwoFactor } from "./second-factor/TwoFactor.js";
export { type TwoFactorState, useTwoFactor } from "./second-factor/use-two-factor.js";
export { SignIn, type SignInProps } from "./sign-in/SignIn.js";
export { type SignInOptions, type SignInState, useSignIn } from "./sign-in/use-sign-in.js";
export { SignUp, type SignUpProps } from "./sign-up/SignUp.js";
export { type SignUpOptions, type SignUpState, useSignUp } from "./sign-up/use-sign-up.js";
export { matchLanguage } from "./texts/match-language.js";
export type { GivenTexts, Language, Texts } from "./texts/texts.js";
