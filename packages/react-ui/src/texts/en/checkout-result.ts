/** Texts of `CheckoutResult`. */
export const checkoutResult = {
  waitingTitle: "Checking your payment",
  waitingLead: "This takes a few seconds.",
  doneTitle: "Thank you!",
  doneLead: "Your payment has arrived, and what you bought is ready.",
  slowTitle: "This takes longer than usual",
  slowLead: "Your payment is on its way. You may leave this page: what you bought unlocks by itself.",
  failedTitle: "The payment failed",
  failedLead: "Nothing was bought. You can try again, e.g. with another card.",
  expiredTitle: "This checkout is over",
  expiredLead: "It was open for too long, or closed without a payment. Nothing was bought.",
  unknownTitle: "No such checkout",
  unknownLead: "This link does not belong to a purchase of your account.",
  continue: "Continue",
  plans: "Back to the plans",
  yourPlan: "Your plan",
};
