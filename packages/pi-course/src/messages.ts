/** Messages: the facts of a conversation, plain JSON data that can be written down and replayed. */

/** Why the model stopped. Only `toolUse` asks for its calls to be executed. */
export type StopReason = "stop" | "length" | "toolUse" | "error" | "aborted";

/** Text that a person, the model or a tool said. */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
}

/** What the model thought before it answered; kept, but no part of the answer's text. */
export interface ThinkingContent {
  readonly type: "thinking";
  readonly thinking: string;
}

/** An action that the model asks for. `id` is what the result will refer to. */
export interface ToolCall {
  readonly type: "toolCall";
  readonly id: string;
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** What one model request cost, in tokens. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly totalTokens: number;
}

/** What a person said. */
export interface UserMessage {
  readonly role: "user";
  readonly content: TextContent[];
}

/** What the model answered. `errorMessage` says what went wrong when `stopReason` is `error` or `aborted`. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: (TextContent | ThinkingContent | ToolCall)[];
  readonly stopReason: StopReason;
  readonly usage?: Usage;
  readonly errorMessage?: string;
}

/** The answer to one tool call. `content` is for the model, `details` for programs. */
export interface ToolResultMessage {
  readonly role: "toolResult";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: TextContent[];
  readonly details?: unknown;
  readonly isError: boolean;
}

/** One entry of a transcript; `role` tells the kinds apart. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;

/** What `parseMessage` throws. `path` leads to the faulty place: `content[1].arguments`; the message itself is `""`. */
export class MessageFormatError extends Error {
  override readonly name: string = "MessageFormatError";
  readonly path: string;

  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path}: ${problem}`);
    this.path = path;
  }
}

/** A text block. */
export function text(value: string): TextContent {
  return { type: "text", text: value };
}

/** A user's message of one text block, also for the empty text. */
export function userMessage(value: string): UserMessage {
  return { role: "user", content: [text(value)] };
}

/** An assistant's message. A string stands for one text block; an array of blocks is copied, the blocks are not. */
export function assistantMessage(
  content: string | readonly AssistantMessage["content"][number][],
  stopReason: StopReason = "stop",
): AssistantMessage {
  return { role: "assistant", content: typeof content === "string" ? [text(content)] : [...content], stopReason };
}

/**
 * The result that answers `call`. A string stands for one text block.
 * `isError` is false unless given; without `details` the message has no such key.
 */
export function toolResultMessage(
  call: Pick<ToolCall, "id" | "name">,
  content: string | readonly TextContent[],
  options: { readonly isError?: boolean; readonly details?: unknown } = {},
): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId: call.id,
    toolName: call.name,
    content: typeof content === "string" ? [text(content)] : [...content],
    ...(options.details === undefined ? {} : { details: options.details }),
    isError: options.isError ?? false,
  };
}

/** The message's tool calls, in the order in which the model asked for them; none unless it is the assistant's. */
export function toolCallsOf(message: Message): ToolCall[] {
  return message.role === "assistant" ? message.content.filter((block) => block.type === "toolCall") : [];
}

/** The message's text blocks, joined with `"\n"`; thinking and calls are left out. */
export function textOf(message: Message): string {
  return [...message.content]
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("\n");
}

/**
 * Reads a message from data that nobody has checked, such as a line of a session file.
 *
 * The answer is new and shares nothing with `value`. Only own properties count, each is read once;
 * unknown keys of messages, blocks and usage are dropped; an optional field that is `undefined` is absent.
 * `arguments` and `details` hold JSON values and nothing else: null, booleans, finite numbers, strings,
 * arrays and plain objects, at most 1,000 of them inside each other. `-0` becomes `0`, since JSON cannot write it.
 *
 * @throws MessageFormatError for everything else; `path` names the first faulty place
 */
export function parseMessage(value: unknown): Message {
  const message = new Unchecked(value, "");
  const role = message.field("role").oneOf(["user", "assistant", "toolResult"]);
  switch (role) {
    case "user":
      return { role, content: message.field("content").items().map(parseTextBlock) };
    case "assistant":
      return {
        role,
        content: message.field("content").items().map(parseAssistantBlock),
        stopReason: message.field("stopReason").oneOf(["stop", "length", "toolUse", "error", "aborted"]),
        ...message.optional("usage", parseUsage),
        ...message.optional("errorMessage", (errorMessage) => errorMessage.string()),
      };
    case "toolResult":
      return {
        role,
        toolCallId: message.field("toolCallId").string(),
        toolName: message.field("toolName").string(),
        content: message.field("content").items().map(parseTextBlock),
        ...message.optional("details", (details) => details.json()),
        isError: message.field("isError").boolean(),
      };
    default:
      return role satisfies never;
  }
}

function parseTextBlock(block: Unchecked): TextContent {
  return { type: block.field("type").oneOf(["text"]), text: block.field("text").string() };
}

function parseAssistantBlock(block: Unchecked): AssistantMessage["content"][number] {
  const type = block.field("type").oneOf(["text", "thinking", "toolCall"]);
  switch (type) {
    case "text":
      return { type, text: block.field("text").string() };
    case "thinking":
      return { type, thinking: block.field("thinking").string() };
    case "toolCall":
      return {
        type,
        id: block.field("id").string(),
        name: block.field("name").string(),
        arguments: block.field("arguments").jsonObject(),
      };
    default:
      return type satisfies never;
  }
}

function parseUsage(usage: Unchecked): Usage {
  return {
    input: usage.field("input").number(),
    output: usage.field("output").number(),
    totalTokens: usage.field("totalTokens").number(),
  };
}

/** What copies a message later, `structuredClone` and `JSON.stringify`, overflows not far beyond this. */
const MAX_DEPTH = 1_000;

/** Data that nobody has checked, and the path that leads to it. Every way to its value checks it first. */
class Unchecked {
  readonly #value: unknown;
  readonly #path: string;

  constructor(value: unknown, path: string) {
    this.#value = value;
    this.#path = path;
  }

  field(key: string): Unchecked {
    const value = this.#value;
    if (typeof value !== "object" || value === null || isArray(value)) return this.#refuse("an object");
    return this.#own(value, key);
  }

  optional<Key extends string, T>(key: Key, parse: (field: Unchecked) => T): { [K in Key]?: T } {
    const field = this.field(key);
    return field.#value === undefined ? {} : ({ [key]: parse(field) } as { [K in Key]?: T });
  }

  items(): Unchecked[] {
    const value = this.#value;
    if (!isArray(value)) return this.#refuse("an array");
    const length = this.#read(() => value.length);
    const items: Unchecked[] = [];
    // A hole is read as undefined and refused at once, so an enormous sparse array costs nothing.
    for (let index = 0; index < length; index++) {
      const item = this.#own(value, index);
      if (item.#value === undefined) return item.#refuse("an item");
      items.push(item);
    }
    return items;
  }

  string(): string {
    return typeof this.#value === "string" ? this.#value : this.#refuse("a string");
  }

  boolean(): boolean {
    return typeof this.#value === "boolean" ? this.#value : this.#refuse("a boolean");
  }

  number(): number {
    if (typeof this.#value !== "number" || !Number.isFinite(this.#value)) return this.#refuse("a finite number");
    return this.#value === 0 ? 0 : this.#value;
  }

  oneOf<const T extends string>(choices: readonly T[]): T {
    return choices.find((choice) => choice === this.#value) ?? this.#refuse(choices.map((choice) => `"${choice}"`).join(" or "));
  }

  jsonObject(): Record<string, unknown> {
    return isArray(this.#value) || typeof this.#value !== "object" || this.#value === null
      ? this.#refuse("an object")
      : (this.json() as Record<string, unknown>);
  }

  json(): unknown {
    return this.#json(MAX_DEPTH, this);
  }

  /** `root` is what a value that is too deep is reported at: the path to the place itself has a thousand parts. */
  #json(levels: number, root: Unchecked): unknown {
    const value = this.#value;
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return this.number();
      case "object": {
        if (value === null) return null;
        if (levels === 0) return root.#refuse(`at most ${MAX_DEPTH} levels and no cycle`);
        if (isArray(value)) return this.items().map((item) => item.#json(levels - 1, root));
        const keys = this.#read(() => (isPlain(value) ? Object.keys(value) : undefined));
        if (keys === undefined) return this.#refuse("a plain object");
        // fromEntries defines properties: a key called __proto__ becomes data like any other.
        return Object.fromEntries(keys.map((key) => [key, this.#own(value, key).#json(levels - 1, root)]));
      }
      default:
        return this.#refuse("a JSON value");
    }
  }

  #own(owner: object, key: string | number): Unchecked {
    const field = new Unchecked(undefined, pathTo(this.#path, key));
    return new Unchecked(
      field.#read(() => (Object.hasOwn(owner, key) ? (owner as Record<string | number, unknown>)[key] : undefined)),
      field.#path,
    );
  }

  /** Getters and proxies are foreign code: whatever they throw says only that there is no value here. */
  #read<T>(read: () => T): T {
    try {
      return read();
    } catch {
      throw new MessageFormatError(this.#path, "cannot be read");
    }
  }

  #refuse(expected: string): never {
    throw new MessageFormatError(this.#path, `expected ${expected}, got ${kindOf(this.#value)}`);
  }
}

function pathTo(owner: string, key: string | number): string {
  if (typeof key === "number") return `${owner}[${key}]`;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)) return `${owner}[${JSON.stringify(key)}]`;
  return owner === "" ? key : `${owner}.${key}`;
}

/** `Array.isArray` throws on a revoked proxy; that is no array, and no read of it will succeed. */
function isArray(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Also true for an object literal of another realm, whose prototype is another `Object.prototype`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return "a string";
  return isArray(value) ? "an array" : `a value of type ${typeof value}`;
}
