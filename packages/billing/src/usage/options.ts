import { isObject } from "@keyhold/core/options";

/** What an event of usage counts for. */
export interface UsageEvent {
  /** The provider's id of the meter that counts the event. Without it the event is sent, and takes no units of a balance. */
  readonly meter?: string;
  /** How the meter counts: "sum" adds up a number of the metadata, "count" counts the events. Default "sum". */
  readonly aggregation?: "sum" | "count";
  /** The name of the number in the metadata, for "sum". Default "units". */
  readonly field?: string;
}

/** Which usage is tracked. `Event`: the names that the app gives. */
export interface UsageOptions<Event extends string = string> {
  /** The events of usage by their names at the provider, each with its meter. Default `{}`: no usage is tracked. */
  readonly events?: Readonly<Record<Event, UsageEvent>>;
  /** The events that a signed-in browser may report for its own user. Default `[]`: only your server tracks usage. */
  readonly fromBrowser?: readonly NoInfer<Event>[];
  /**
   * Usage of an unknown fate, at a provider that does not recognize repeated usage:
   * "hold" sets it aside and emits `usage.held`, "resend" sends it again, so that it may be counted twice. Default "hold".
   */
  readonly onUncertain?: "hold" | "resend";
  /** For how many days sent usage is kept, and so its keys. Default 90. */
  readonly rememberDays?: number;
}

/** The options with their defaults. */
export interface UsageSettings extends Required<UsageOptions> {}

const eventKeys = ["meter", "aggregation", "field"];

/** Property names of an event that are no metadata; a dot leads into an object. */
const isField = (name: unknown): boolean =>
  typeof name === "string" && /^[^.\0]{1,40}$/u.test(name) && !["name", "source", "timestamp"].includes(name);

const isName = (name: unknown): name is string => typeof name === "string" && name !== "" && name.length <= 255;

/** The config errors of `usage`. */
export const usageErrors = ({ events, fromBrowser }: UsageSettings): readonly string[] => [
  ...Object.entries(events).flatMap(([name, event]) => errorsOf(name, event)),
  ...fromBrowser
    .filter((name) => !Object.hasOwn(events, name))
    .map((name) => `usage.fromBrowser: ${name} is not in usage.events`),
];

function errorsOf(name: string, event: UsageEvent): readonly string[] {
  const path = `usage.events.${name}`;
  if (!isName(name)) return ["usage.events: a name has 1 to 255 characters"];
  if (!isObject(event)) return [`${path}: must be an object, e.g. { meter: "the provider's id" }`];
  const { meter, aggregation, field } = event;
  return [
    ...Object.keys(event)
      .filter((key) => !eventKeys.includes(key))
      .map((key) => `${path}.${key}: is no option; the options are ${eventKeys.join(", ")}`),
    ...(meter === undefined || isName(meter) ? [] : [`${path}.meter: must be the provider's id of a meter`]),
    ...(aggregation === undefined || ["sum", "count"].includes(aggregation)
      ? []
      : [`${path}.aggregation: must be "sum" or "count"`]),
    ...(field === undefined || isField(field) ? [] : [`${path}.field: must be a name in the metadata, without a dot`]),
    ...(field !== undefined && aggregation === "count" ? [`${path}.field: has no use with aggregation "count"`] : []),
  ];
}
