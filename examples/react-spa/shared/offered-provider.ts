/** A provider that the sign-in screen has a button for, as the server writes it into the page. */
export interface OfferedProvider {
  readonly id: string;
  readonly name: string;
}
