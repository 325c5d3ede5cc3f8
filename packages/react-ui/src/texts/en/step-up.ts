/** Texts of the dialog that asks for a proof. */
export const stepUp = {
  title: "Confirm that it is you",
  lead: "You signed in a while ago, and this step needs a newer proof.",
  leadFactor: "This step needs your second factor.",
  submit: "Continue",
  submitting: "One moment…",
  comeBack: "You come back to this screen afterwards. Then repeat the step.",
  getPassword: "Get a password by email",
  noMethod: "Only a new sign-in can confirm this.",
  signInAgain: "Sign out and sign in again",
};
