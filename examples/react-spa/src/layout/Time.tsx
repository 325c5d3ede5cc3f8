const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export const Time = ({ at }: { at: Date }) => <time dateTime={at.toISOString()}>{format.format(at)}</time>;
