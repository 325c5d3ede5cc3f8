import {
  type EventType,
  eventTypes,
  isEventType,
  type TolerantBillingEvent,
  type UnknownBillingEvent,
} from "../events/billing-event.js";
import type { Unknown } from "../schema/unknowns.js";

/** The facts about a delivery beside the event. */
export interface WebhookContext {
  /** The event's id, equal in every try to deliver the event. */
  readonly id: string;
  /** The time of this attempt; do not sort events by this time. */
  readonly sentAt: Date;
  /** 1 for the first delivery that ran handlers; always 1 without a store. */
  readonly attempt: number;
  /** An earlier delivery began to handle the event and did not complete. */
  readonly isReplay: boolean;
  /** The parts of the event newer than this version of the library. */
  readonly unknowns: readonly Unknown[];
}

/** A webhook's event in tolerant mode: of a known type, or of a newer type. */
export type WebhookEvent = TolerantBillingEvent | UnknownBillingEvent;

type GroupOf<Type extends string> = Type extends `${infer Group}.${string}` ? Group : never;

/** The part before the dot: `order` of `order.paid`. */
export type EventGroup = GroupOf<EventType>;

type EventsByType = { readonly [Type in EventType]: TolerantBillingEvent<Type> };
type EventsByGroup = {
  readonly [Group in EventGroup as `${Group}.*`]: TolerantBillingEvent<Extract<EventType, `${Group}.${string}`>>;
};

/** The events of each pattern: a type, a group of types, or all. */
export interface EventsByPattern extends EventsByType, EventsByGroup {
  /** Also types unknown to this version. */
  readonly "*": WebhookEvent;
}

/** A pattern of event types: a type ("order.paid"), a group ("order.*") or all ("*"). */
export type EventPattern = keyof EventsByPattern;

type HeadOf<Pattern extends string> = Pattern extends `${infer Head}.${string}` ? Head : Pattern;
type TailOf<Pattern extends string> = Pattern extends `${string}.${infer Tail}` ? Tail : never;

/** The group that is a prefix of a misspelt group, or the reverse: `order` of `orders.paid` and of `ord.paid`. */
type GroupNear<Head extends string> = {
  [Group in EventGroup]: Head extends `${Group}${string}` ? Group : Group extends `${Head}${string}` ? Group : never;
}[EventGroup];

/** The first union with members. */
type FirstOf<Unions extends readonly unknown[], Else> = Unions extends readonly [infer First, ...infer Others]
  ? [First] extends [never]
    ? FirstOf<Others, Else>
    : First
  : Else;

/**
 * The patterns nearest to an invalid pattern, for the compiler's message: the patterns of its group, else of a group
 * with a common prefix, else with an equal ending, else all groups.
 */
type NearestPattern<Pattern extends string> = FirstOf<
  [
    Extract<EventPattern, `${HeadOf<Pattern>}.${string}`>,
    Extract<EventPattern, `${GroupNear<HeadOf<Pattern>>}.${string}`>,
    Extract<EventPattern, `${string}.${TailOf<Pattern>}`>,
  ],
  "*" | `${EventGroup}.*`
>;

/** The pattern, if events match the pattern; else the nearest patterns, so the compiler's error names them. */
export type CheckedPattern<Pattern extends string> = string extends Pattern
  ? EventPattern
  : Pattern extends EventPattern
    ? Pattern
    : NearestPattern<Pattern>;

/** A list of handlers, run sequentially; adding a handler makes a new list. */
export interface WebhookHandlers<Context extends WebhookContext = WebhookContext> {
  /**
   * Adds a handler. The handler's promise is awaited. Handlers of an event run in the order of their addition. A store
   * records completed handlers by name: the pattern and a number. `order.paid#1` is the first handler of `order.paid`.
   * So add new handlers of a pattern last.
   *
   * A newer type of a known group, say `order.voided`, goes to `*` alone, because the data is unknown.
   *
   * @throws TypeError for a pattern without a matching event
   * @example webhookHandlers().on("order.paid", async ({ data }) => grant(data.customerId))
   */
  on<Pattern extends string>(
    pattern: CheckedPattern<Pattern>,
    handler: (event: EventsByPattern[CheckedPattern<Pattern>], context: Context) => unknown,
  ): WebhookHandlers<Context>;
  /** The handlers of an event, in order. */
  readonly stepsFor: (event: WebhookEvent) => readonly WebhookStep<Context>[];
}

/** A handler with the event. */
export interface WebhookStep<Context extends WebhookContext = WebhookContext> {
  /** e.g. `order.paid#1` */
  readonly name: string;
  readonly run: (context: Context) => unknown;
}

/**
 * No handlers yet.
 *
 * @example
 * webhookHandlers()
 *   .on("order.paid", async (event, context) => …)
 *   .on("subscription.*", async (event) => …)
 *   .on("*", (event) => log(event.type));
 */
export function webhookHandlers<Context extends WebhookContext = WebhookContext>(): WebhookHandlers<Context> {
  return handlersOf([]);
}

interface Registered<Context extends WebhookContext> {
  readonly pattern: EventPattern;
  readonly name: string;
  /** Null if the pattern does not match the event. */
  readonly bind: (event: WebhookEvent) => ((context: Context) => unknown) | null;
}

function handlersOf<Context extends WebhookContext>(
  registered: readonly Registered<Context>[],
): WebhookHandlers<Context> {
  return Object.freeze<WebhookHandlers<Context>>({
    on(pattern, handler) {
      if (!patterns.has(pattern)) throw new TypeError(`No event matches ${JSON.stringify(pattern)}.`);
      if (typeof handler !== "function") throw new TypeError(`The handler of ${pattern} is no function.`);
      const number = registered.filter((earlier) => earlier.pattern === pattern).length + 1;
      const added: Registered<Context> = {
        pattern,
        name: `${pattern}#${number}`,
        bind: (event) => (isMatch(pattern, event) ? (context) => handler(event, context) : null),
      };
      return handlersOf([...registered, added]);
    },
    stepsFor: (event) =>
      registered.flatMap(({ name, bind }) => {
        const run = bind(event);
        return run ? [{ name, run }] : [];
      }),
  });
}

const groupPattern = (type: EventType): string => `${type.slice(0, type.indexOf("."))}.*`;

const patterns: ReadonlySet<string> = new Set(["*", ...eventTypes, ...eventTypes.map(groupPattern)]);

/** The decoder made the event, so the type guarantees the data. */
function isMatch<Pattern extends EventPattern>(pattern: Pattern, event: object): event is EventsByPattern[Pattern] {
  const type: unknown = Reflect.get(event, "type");
  return pattern === "*" || (isEventType(type) && (pattern === type || pattern === groupPattern(type)));
}
