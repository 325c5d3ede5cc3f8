/** Control characters, ends of lines, and what turns the direction of the text behind it. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\s]+/gu;

/** Text that cannot begin another line, header or direction, whoever wrote it. */
export const oneLine = (text: string): string => text.replace(breaks, " ").trim();
