/** Texts of `AccountDeleted`. */
export const accountDeleted = {
  title: "Your account is deleted",
  lead: "All of its data is deleted.",
  home: "Back to the start",
  againTitle: "Confirm that it is you",
  againLead: "You signed in a while ago. The deletion of an account needs a newer proof.",
  again: "Confirm",
  keep: "Keep my account",
  readyTitle: "Thank you",
  readyLead: "Now follow the link in the email once more to delete your account.",
  notTitle: "Your account was not deleted",
  notLead: "This link does not work: it was followed before, is older than a day, or belongs to another account.",
  signedOutLead: "This link works in the browser in which you are signed in. Sign in, and follow it once more.",
  newLink: "Get a new link",
  organizations: "Your organizations",
  /** Why an account cannot be deleted yet, by the code in `?error=`. */
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "You are the only owner of an organization. Make another member its owner, or delete it. Then follow the link once more.",
    admins_cannot_delete_themselves: "You are an administrator. Another administrator must change your role first.",
  } as Readonly<Record<string, string>>,
};
