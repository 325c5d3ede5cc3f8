/** A provider with a button on the sign-in screen. The server writes them into the page. */
export interface OfferedProvider {
  readonly id: string;
  readonly name: string;
}
