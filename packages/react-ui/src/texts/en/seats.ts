/** Texts of the seats of a subscription. */
export const seats = {
  seats: (count: string): string => `Seats: ${count}`,
  ofMembers: (count: string): string => `Seats: ${count}, a seat for each member`,
  change: "Change the seats",
  changeOf: (name: string): string => `Change the seats of ${name}`,
  title: (name: string): string => `Seats of ${name}`,
  number: "Number of seats",
  hint: "A seat for each member at least.",
  notWhole: "Enter a whole number.",
  refused: "The plan does not allow this number, or the organization has more members.",
  save: "Change the seats",
  saving: "Changing…",
  changed: "The number of seats is changed.",
};
