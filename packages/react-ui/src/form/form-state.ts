import type { FormEvent, InputHTMLAttributes, ReactNode, RefObject } from "react";

/** How a field is entered. */
export type FieldKind = "text" | "password" | "checkbox" | "select" | "radio";

/** A value of a "select" or "radio" field. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
  /** What the value means. */
  readonly hint?: string | undefined;
}

/** The declaration of a field by a screen. */
export interface FieldDeclaration<Name extends string = string> {
  readonly name: Name;
  /** A text, or a text with links. */
  readonly label: ReactNode;
  /** Default "text". */
  readonly kind?: FieldKind;
  readonly hint?: string | undefined;
  /** The hint changes while the user types: each change is announced, and may be good or bad news. */
  readonly liveHint?: "neutral" | "good" | "bad";
  /** The values of a "select" or "radio" field. `input.defaultValue` is the chosen value at first. */
  readonly options?: readonly FieldOption[];
  /** The problem of an empty field. Default: the field is optional. */
  readonly empty?: string;
  /** Attributes of the input, e.g. `autoComplete`. */
  readonly input?: InputHTMLAttributes<HTMLInputElement>;
  /** The value is the URL of a picture, or a small picture as a data URL: of a user, or the logo of an organization. */
  readonly picture?: "user" | "organization";
  /** The minimum number of characters of a new password. */
  readonly minLength?: number;
}

/** A field with the present problem, and the attributes of the elements. */
export interface FieldState<Name extends string = string> extends FieldDeclaration<Name> {
  readonly isRequired: boolean;
  /** Null: no problem. */
  readonly error: string | null;
  /** Attributes of the input element, with an id: spread them. */
  readonly inputProps: InputHTMLAttributes<HTMLInputElement> & { readonly id: string };
  /**
   * Attributes of the element with `error` below the input. Render the element without an error, too, so that a change
   * is announced.
   */
  readonly errorProps: { readonly id: string; readonly "aria-live": "polite" };
  /** Attributes of the element with `hint`. */
  readonly hintProps: { readonly id: string; readonly "aria-live"?: "polite" };
}

/** The state of a form, and the attributes of the elements. */
export interface FormState<Name extends string = string> {
  readonly fields: readonly FieldState<Name>[];
  /** The field of this name. Throws for a name that the form does not have. */
  readonly field: (name: Name) => FieldState<Name>;
  /** The problem of the form as a whole; null: no problem. */
  readonly error: string | null;
  /** The call is running, or the next screen is being loaded. A second submit is ignored. */
  readonly isBusy: boolean;
  /** The remaining seconds of a rate limit. A submit is ignored until then. */
  readonly waitSeconds: number;
  /** The last submit was successful, and no field was changed since. */
  readonly isDone: boolean;
  /** Removes the problem of a field, and the problem of the form as a whole. */
  readonly forget: (name: Name) => void;
  /** Attributes of the form element: spread them. */
  readonly formProps: {
    readonly ref: RefObject<HTMLFormElement | null>;
    /** Before React has started, a browser would send a GET with a password in the URL. */
    readonly method: "post";
    readonly noValidate: true;
    readonly "aria-busy": boolean;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** Attributes of the element with `error`, which gets the focus. */
  readonly summaryProps: { readonly tabIndex: -1; readonly "data-summary": true };
}
