/** Texts of `SignUp`. */
export const signUp = {
  title: "Create an account",
  titleOf: (appName: string): string => `Create your ${appName} account`,
  nameEmpty: "Enter your name.",
  usernameHint: "Shorter to type when you sign in.",
  invitedEmail: "Your invitation is for this address.",
  submit: "Create account",
  submitting: "Creating…",
  emailCode: "Sign up with a code",
  phone: "Sign up with a phone number",
  hasAccount: "Already have an account?",
  closed: "New users cannot sign up here.",
  sentTitle: "Check your email",
  sent: (email: string): string => `We sent a link to ${email}. Follow it to verify your address.`,
};
