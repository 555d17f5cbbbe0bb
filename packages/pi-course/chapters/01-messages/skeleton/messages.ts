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
  throw new Error("第一步尚未实现：text() 给出一个文本块");
}

/** A user's message of one text block, also for the empty text. */
export function userMessage(value: string): UserMessage {
  throw new Error("第一步尚未实现：userMessage() 把一句话放进用户消息");
}

/** An assistant's message. A string stands for one text block; an array of blocks is copied, the blocks are not. */
export function assistantMessage(
  content: string | readonly AssistantMessage["content"][number][],
  stopReason: StopReason = "stop",
): AssistantMessage {
  throw new Error("第一步尚未实现：assistantMessage() 收字符串或一组块");
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
  throw new Error("第一步尚未实现：toolResultMessage() 记下是哪个调用的结果");
}

/** The message's tool calls, in the order in which the model asked for them; none unless it is the assistant's. */
export function toolCallsOf(message: Message): ToolCall[] {
  throw new Error("第一步尚未实现：toolCallsOf() 按次序挑出工具调用");
}

/** The message's text blocks, joined with `"\n"`; thinking and calls are left out. */
export function textOf(message: Message): string {
  throw new Error("第一步尚未实现：textOf() 把文本块用换行接起来");
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
  throw new Error("第二步尚未实现：parseMessage() 检查每一个字段，第三步：再造一份新的");
}
