/** The zeros of the digits of keyboards: Arabic and Persian. */
const zeros = [0x0660, 0x06f0];

/**
 * A code as a person types or pastes it: without blanks, dashes and invisible characters, and with ASCII digits in place
 * of full-width, Arabic or Persian digits.
 */
export const readCode = (given: string): string =>
  given
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{DI}]/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
      const point = digit.charCodeAt(0);
      return String(point - (zeros.findLast((zero) => zero <= point) ?? point));
    });
