/** Texts of `SignIn`. */
export const signIn = {
  title: "Sign in",
  titleOf: (appName: string): string => `Sign in to ${appName}`,
  emailOrUsername: "Email or username",
  emailOrUsernameEmpty: "Enter your email address or username.",
  invalidUsername: "No username looks like this. Check it, or use your email address.",
  rememberMe: "Keep me signed in",
  rememberMeHint: "Otherwise until you close the browser.",
  submit: "Sign in",
  submitting: "Signing in…",
  passkey: "Sign in with a passkey",
  passkeyBusy: "Look at your device…",
  magicLink: "Email me a link",
  forgotPassword: "Forgot your password?",
  newHere: "No account yet?",
  signUp: "Create an account",
  noMethod: "No way to sign in is set up here.",
};
