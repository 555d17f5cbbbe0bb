import assert from "node:assert/strict";
import { test } from "node:test";

import { array, boolean, integer, literal, number, object, optional, string, type Infer } from "../src/schema.ts";
import { defineTool, ToolRegistry } from "../src/tool-registry.ts";
import { issuePaths, valueOf } from "./support/parsing.ts";
import { echoTool, output, toolThat } from "./support/sample-tools.ts";

/** True only if the two types are the same; a wrong type fails the build, at the line that says so. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// 第一步：参数校验

test("参数校验 s5-1：符合描述的值得到接受，内容不变", async () => {
  const schema = object({ path: string(), ratio: number(), limit: integer(), all: boolean(), mode: literal("text", "json"), tags: array(string()) });
  const input = { path: "notes.md", ratio: 0.5, limit: 3, all: false, mode: "json", tags: ["a", ""] };

  const value = valueOf(schema, input);

  assert.deepEqual(value, input, "每个字段都合法，parse 应该接受，并给出同样的内容。看 object() 怎样收集各个字段的值。");
});

test("参数校验 s5-1：不做类型转换，看起来像也不行", async () => {
  const wrong = [
    { name: 'number() 遇到 "1"', schema: number(), input: "1" },
    { name: 'integer() 遇到 "1"', schema: integer(), input: "1" },
    { name: "number() 遇到 true", schema: number(), input: true },
    { name: "string() 遇到 1", schema: string(), input: 1 },
    { name: "string() 遇到 String 对象", schema: string(), input: Object("text") },
    { name: "string() 遇到 null", schema: string(), input: null },
    { name: 'boolean() 遇到 "true"', schema: boolean(), input: "true" },
    { name: "boolean() 遇到 0", schema: boolean(), input: 0 },
    { name: "array() 遇到字符串", schema: array(string()), input: "ab" },
    { name: "array() 遇到类数组对象", schema: array(string()), input: { length: 1, 0: "a" } },
    { name: "object() 遇到数组", schema: object({}), input: [] },
    { name: "object() 遇到 null", schema: object({}), input: null },
    { name: "object() 遇到字符串", schema: object({}), input: "{}" },
  ];

  const accepted = wrong.filter(({ schema, input }) => schema.parse(input).ok).map(({ name }) => name);

  assert.deepEqual(accepted, [], '列出的是被错误接受的情形。"1" 不是 1：类型不对就是 issue，不要用 Number()、String() 或真假值代替检查。');
});

test("参数校验 s5-1：数字必须有限，整数没有小数", async () => {
  const inputs = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5, -2, 1.0];

  const asNumber = inputs.map((input) => number().parse(input).ok);
  const asInteger = inputs.map((input) => integer().parse(input).ok);

  assert.deepEqual(asNumber, [false, false, false, true, true, true], "依次是 NaN、∞、-∞、1.5、-2、1.0。number() 只接受有限的数。看 Number.isFinite。");
  assert.deepEqual(asInteger, [false, false, false, false, true, true], "依次是 NaN、∞、-∞、1.5、-2、1.0。integer() 只接受没有小数部分的数。看 Number.isInteger。");
});

test("参数校验 s5-1：minimum 和 maximum 本身也合法", async () => {
  const schemas = [number({ minimum: 1, maximum: 3 }), integer({ minimum: 1, maximum: 3 }), number({ minimum: 0 }), number({ maximum: 0 })];

  const verdicts = schemas.map((schema) => [-1, 0, 1, 3, 4].map((input) => schema.parse(input).ok));

  assert.deepEqual(
    verdicts,
    [
      [false, false, true, true, false],
      [false, false, true, true, false],
      [false, true, true, true, true],
      [true, true, false, false, false],
    ],
    "依次试 -1、0、1、3、4。上下界是闭区间；界为 0 也是界；没有给出的界不起作用。",
  );
});

test("参数校验 s5-1：minLength 数的是字符，不是 UTF-16 单元", async () => {
  const schema = string({ minLength: 2 });

  const verdicts = ["", "a", "😀", "ab", "😀😀", "读取"].map((input) => schema.parse(input).ok);

  assert.deepEqual(verdicts, [false, false, false, true, true, true], '依次试 ""、"a"、"😀"、"ab"、"😀😀"、"读取"。JSON Schema 的 minLength 按码点计数，"😀" 的 length 是 2，却只有一个字符。');
});

test("参数校验 s5-1：literal 只接受列出的值", async () => {
  const schema = literal("auto", 1, true, null);

  const verdicts = ["auto", 1, true, null, "AUTO", "1", 0, false, undefined, "true"].map((input) => schema.parse(input).ok);

  assert.deepEqual(verdicts, [true, true, true, true, false, false, false, false, false, false], "前四个是列出的值，后六个只是相像。literal() 用严格相等比较。");
});

test("参数校验 s5-1：一次给出全部问题，而不是第一个", async () => {
  const schema = object({ path: string(), limit: integer(), tags: array(string()) });

  const result = schema.parse({ path: 1, limit: "2", tags: ["a", 3, "b", 4] });

  assert.deepEqual(result.ok ? [] : result.issues.map(({ path }) => path).sort(), ["limit", "path", "tags[1]", "tags[3]"], "模型要一次看到所有的错，才能一次改好。不要在第一个 issue 处返回。");
  assert.deepEqual(result.ok ? [] : result.issues.filter(({ message }) => typeof message !== "string" || message === ""), [], "每个 issue 都有一句话说明哪里不对。看 issue 的 message。");
});

test("参数校验 s5-1：路径从根一直指到出错的地方", async () => {
  const schema = object({ limit: integer(), list: array(string()), options: object({ deep: array(object({ name: string() })) }) });
  const grid = array(array(integer()));

  const paths = issuePaths(schema, { limit: 0.5, list: ["a", 1], options: { deep: [{ name: 7 }] } });
  const gridPaths = issuePaths(grid, [[1], [2, "3"]]);
  const rootPaths = issuePaths(schema, "not an object");

  assert.deepEqual(paths, ["limit", "list[1]", "options.deep[0].name"], "字段之间用点，元素用方括号里的下标。看内层的路径怎样接到外层的后面。");
  assert.deepEqual(gridPaths, ["[1][1]"], "根是数组时，路径从方括号开始，前面没有点。");
  assert.deepEqual(rootPaths, [""], "值本身不对时，路径是空字符串。");
});

test("参数校验 s5-1：缺少的字段是问题，路径是它的名字", async () => {
  const schema = object({ path: string(), options: object({ name: string() }) });

  const empty = issuePaths(schema, {});
  const nested = issuePaths(schema, { path: "a", options: {} });
  const undefinedField = issuePaths(schema, { path: undefined, options: { name: "n" } });

  assert.deepEqual(empty, ["options", "path"], "必填字段缺席时，每个缺席的字段一个 issue。");
  assert.deepEqual(nested, ["options.name"], "里层缺席的字段也要带上外层的路径。");
  assert.deepEqual(undefinedField, ["path"], "值为 undefined 的字段等于缺席：JSON 里没有 undefined。");
});

test("参数校验 s5-1：没有描述过的键被丢掉", async () => {
  const schema = object({ path: string(), options: object({ name: string() }) });

  const value = valueOf(schema, { path: "a", extra: 1, options: { name: "n", secret: true } });

  assert.deepEqual(value, { path: "a", options: { name: "n" } }, "多出来的键不是错误，但也不会交给工具；里层同样。结果只由描述过的字段组成。");
});

test("参数校验 s5-1：结果是新的，和输入没有共享", async () => {
  const schema = object({ list: array(object({ name: string() })) });
  const input = { list: [{ name: "first" }] };

  const value = valueOf(schema, input);
  input.list[0].name = "changed";
  input.list.push({ name: "second" });

  assert.deepEqual(value, { list: [{ name: "first" }] }, "parse 之后再改输入，不能改到结果。object() 和 array() 都要造新的值，而不是交回原来的引用。");
});

test("参数校验 s5-1：继承来的属性不算字段", async () => {
  const schema = object({ path: string() });
  const builtin = object({ toString: string(), constructor: string() });

  const inherited = issuePaths(schema, Object.create({ path: "from the prototype" }));
  const names = issuePaths(builtin, {});

  assert.deepEqual(inherited, ["path"], "只有自身的属性才是参数。看 Object.hasOwn。");
  assert.deepEqual(names, ["constructor", "toString"], "每个对象都继承了 toString 和 constructor，它们不是参数，算缺席。");
});

test("参数校验 s5-1：叫 __proto__ 的键只是数据", async () => {
  const declared = object({ ["__proto__"]: object({ polluted: string() }) });
  const undeclared = object({ path: string() });

  const kept = valueOf(declared, JSON.parse('{"__proto__":{"polluted":"yes"}}'));
  const dropped = valueOf(undeclared, JSON.parse('{"path":"a","__proto__":{"polluted":"yes"}}'));

  assert.equal(JSON.stringify(kept), '{"__proto__":{"polluted":"yes"}}', "描述过的 __proto__ 是自身的数据。直接赋值 value[key] 会改原型；看 Object.fromEntries。");
  assert.deepEqual(dropped, { path: "a" }, "没有描述过的 __proto__ 和别的键一样被丢掉。");
  assert.equal((dropped as { polluted?: unknown } | undefined)?.polluted, undefined, "输入里的 __proto__ 不能变成结果的原型。");
});

test("参数校验 s5-1：数组里的空位是问题", async () => {
  const schema = array(string());
  const sparse = ["a", "b", "c"];
  delete sparse[1];

  const paths = issuePaths(schema, sparse);

  assert.deepEqual(paths, ["[1]"], "空位没有值，也要检查。map 和 forEach 会跳过空位，按下标逐个检查才不会漏。");
});

test("参数校验 s5-1：parse 从不抛出", async () => {
  const schema = object({ path: string(), list: array(string()) });
  const refuse = (): never => {
    throw new Error("do not touch");
  };
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const hostile = [
    { path: "a", get list() { return refuse(); } },
    new Proxy({}, { get: refuse, has: refuse, getOwnPropertyDescriptor: refuse, ownKeys: refuse }),
    new Proxy([], { get: refuse }),
    revoked,
    { path: "a", list: new Proxy(["x"], { get: refuse }) },
    { path: "a", list: revoked },
    { path: Object.create(null), list: [Symbol("x"), 1n, () => {}] },
  ];

  const verdicts = hostile.map((input) => schema.parse(input).ok);

  assert.deepEqual(verdicts, hostile.map(() => false), "读不出来的值是 issue，不是异常：getter 和 Proxy 会在读取时抛出，错误信息里也不要拼接值本身。");
});

test("参数校验 s5-1：Infer 给出的类型就是结果的类型", async () => {
  const schema = object({ path: string(), mode: literal("text", "json"), list: array(object({ line: integer(), done: boolean() })) });
  type Arguments = Infer<typeof schema>;
  const same: Same<Arguments, { path: string; mode: "text" | "json"; list: { line: number; done: boolean }[] }> = true;

  const value: Arguments | undefined = valueOf(schema, { path: "a", mode: "text", list: [{ line: 0, done: false }] });

  assert.equal(same, true, "Infer 从 schema 推出参数的类型。");
  assert.deepEqual(value?.list[0], { line: 0, done: false }, "类型写了 line 和 done，结果里就有它们，0 和 false 也不例外。");
});

// 第二步：可选与空值

test("可选与空值 s5-2：可选字段可以缺席，结果里就没有这个键", async () => {
  const schema = object({ path: string(), limit: optional(integer()) });

  const without = valueOf(schema, { path: "a" });
  const present = valueOf(schema, { path: "a", limit: 2 });

  assert.deepEqual(without, { path: "a" }, "缺席就是没有这个键，而不是 limit: undefined。");
  assert.deepEqual(present, { path: "a", limit: 2 }, "给出的可选字段照常进入结果。");
});

test("可选与空值 s5-2：null 和 undefined 都算缺席", async () => {
  const schema = object({ path: string(), limit: optional(integer()), options: optional(object({ name: string() })) });

  const fromNull = valueOf(schema, { path: "a", limit: null, options: null });
  const fromUndefined = valueOf(schema, { path: "a", limit: undefined });

  assert.deepEqual(fromNull, { path: "a" }, "模型常用 null 表示“没有”。对可选字段来说，null 就是缺席。");
  assert.deepEqual(fromUndefined, { path: "a" }, "undefined 也是缺席，键不出现在结果里。");
});

test("可选与空值 s5-2：必填字段的 null 仍是问题", async () => {
  const schema = object({ path: string(), limit: optional(integer()), list: array(integer()) });

  const paths = issuePaths(schema, { path: null, limit: null, list: [null] });

  assert.deepEqual(paths, ["list[0]", "path"], "null 只在可选字段上算缺席；必填字段和数组元素上，它是类型不对的值。");
});

test("可选与空值 s5-2：0、空字符串和 false 不是空值", async () => {
  const schema = object({ offset: optional(integer()), text: optional(string()), all: optional(boolean()), list: optional(array(string())) });

  const value = valueOf(schema, { offset: 0, text: "", all: false, list: [] });

  assert.deepEqual(value, { offset: 0, text: "", all: false, list: [] }, "只有 null 和 undefined 算缺席。用真假值判断会丢掉 0、空字符串和 false。");
});

test("可选与空值 s5-2：给出的可选字段照样检查", async () => {
  const schema = object({ limit: optional(integer({ minimum: 1 })), options: optional(object({ deep: array(object({ name: string() })) })) });

  const paths = issuePaths(schema, { limit: 0, options: { deep: [{}] } });

  assert.deepEqual(paths, ["limit", "options.deep[0].name"], "可以不给，不等于可以乱给：optional() 把在场的值交给里面的 schema，路径照旧。");
});

test("可选与空值 s5-2：继承来的值填不了可选字段", async () => {
  const schema = object({ path: string(), limit: optional(integer()) });
  const input: unknown = Object.assign(Object.create({ limit: 9 }), { path: "a" });

  const value = valueOf(schema, input);

  assert.deepEqual(value, { path: "a" }, "原型上的 limit 不是这次调用给出的参数，可选字段仍然缺席。");
});

test("可选与空值 s5-2：Infer 把可选字段写成可以省略的键", async () => {
  const schema = object({ path: string(), limit: optional(integer()) });
  type Arguments = Infer<typeof schema>;
  const same: Same<Arguments, { path: string; limit?: number }> = true;

  const value: Arguments | undefined = valueOf(schema, { path: "a" });

  assert.equal(same, true, "可选字段的类型是 limit?: number。");
  assert.equal(value === undefined || "limit" in value, false, "类型写了可以省略，结果里就真的没有这个键。");
});

// 第三步：工具表

test("工具表 s5-3：按名字取出的是登记的那个工具", async () => {
  const echo = echoTool();
  const registry = new ToolRegistry();

  registry.register(echo);

  assert.equal(registry.get("echo"), echo, "get() 交回登记时的同一个对象。");
  assert.deepEqual(["Echo", "read", "", "toString", "__proto__"].map((name) => registry.get(name)), [undefined, undefined, undefined, undefined, undefined], "没有登记过的名字得到 undefined，包括每个对象都继承了的名字。用 Map 存，不要用普通对象。");
});

test("工具表 s5-3：list() 按登记的顺序", async () => {
  const registry = new ToolRegistry([echoTool("write"), echoTool("read")]);

  registry.register(echoTool("edit"));

  assert.deepEqual(registry.list().map((tool) => tool.name), ["write", "read", "edit"], "构造时给出的在前，register() 的接在后面，不重新排序。");
});

test("工具表 s5-3：改动拿到的和给出的数组，改不到工具表", async () => {
  const given = [echoTool("read")];
  const registry = new ToolRegistry(given);

  given.push(echoTool("write"));
  registry.list().push(echoTool("edit"));
  registry.list().length = 0;

  assert.deepEqual(registry.list().map((tool) => tool.name), ["read"], "只有 register() 能改工具表：构造函数逐个登记，list() 每次给出新的数组。");
});

test("工具表 s5-3：重复的名字被拒绝，先登记的留下", async () => {
  const first = echoTool("read");
  const registry = new ToolRegistry([first]);

  assert.throws(() => registry.register(echoTool("read")), Error, "同名的第二个工具要抛出：悄悄覆盖会让模型叫到别的工具。");
  assert.throws(() => new ToolRegistry([echoTool("edit"), echoTool("edit")]), Error, "构造函数也守同一条规则。");

  assert.equal(registry.get("read"), first, "被拒绝的登记不留下痕迹，先来的工具还在。");
  assert.equal(registry.list().length, 1, "被拒绝的工具不能出现在 list() 里。");
});

test("工具表 s5-3：不合规则的名字被拒绝", async () => {
  const registry = new ToolRegistry();
  const wrong = ["", " ", "a b", "a.b", "a/b", "读取", "read\n", "\nread", "read;", "a".repeat(65)];

  const accepted = wrong.filter((name) => {
    try {
      registry.register(echoTool(name));
      return true;
    } catch {
      return false;
    }
  });

  assert.deepEqual(accepted, [], "列出的是被错误接受的名字。整个名字都要符合 ^[a-zA-Z0-9_-]{1,64}$。");
  assert.deepEqual(registry.list(), [], "被拒绝的工具不能进表。先检查，再登记。");
});

test("工具表 s5-3：合规则的名字都能登记和取出", async () => {
  const names = ["a", "Z9_-", "-", "_", "0", "a".repeat(64), "constructor", "__proto__"];
  const registry = new ToolRegistry();

  for (const name of names) registry.register(echoTool(name));

  assert.deepEqual(names.map((name) => registry.get(name)?.name), names, "1 到 64 个字母、数字、下划线或连字符，都是合法的名字；__proto__ 也只是一个名字。");
});

test("工具表 s5-3：defineTool 推出参数的类型，工具照常工作", async () => {
  const tool = defineTool({
    name: "repeat",
    description: "Repeats a text.",
    parameters: object({ text: string(), times: optional(integer()) }),
    execute: async (args) => {
      const same: Same<typeof args, { text: string; times?: number }> = true;
      return { ...output(args.text.repeat(args.times ?? 2)), isError: !same };
    },
  });

  const answer = await tool.execute({ text: "ab" }, { toolCallId: "call-1", reportProgress() {} });

  assert.deepEqual([tool.name, tool.description, Object.keys(tool.parameters).includes("parse")], ["repeat", "Repeats a text.", true], "defineTool() 交回的工具保留名字、说明和 schema。");
  assert.deepEqual(answer, { content: [{ type: "text", text: "abab" }], isError: false }, "execute 还是原来的 execute。defineTool() 只是让 TypeScript 从 parameters 推出 args 的类型。");
});

// 第四步：纯数据定义

test("纯数据定义 s5-4：每个 schema 用 JSON Schema 描述自己", async () => {
  const described = [
    { jsonSchema: string({ description: "A path.", minLength: 1 }).jsonSchema, keywords: { type: "string", description: "A path.", minLength: 1 } },
    { jsonSchema: number({ minimum: 0, maximum: 1 }).jsonSchema, keywords: { type: "number", minimum: 0, maximum: 1 } },
    { jsonSchema: integer({ description: "Lines.", minimum: 1 }).jsonSchema, keywords: { type: "integer", description: "Lines.", minimum: 1 } },
    { jsonSchema: boolean().jsonSchema, keywords: { type: "boolean" } },
    { jsonSchema: array(boolean()).jsonSchema, keywords: { type: "array", items: { type: "boolean" } } },
    { jsonSchema: optional(integer({ maximum: 9 })).jsonSchema, keywords: { type: "integer", maximum: 9 } },
  ];

  const found = described.map(({ jsonSchema, keywords }) => Object.fromEntries(Object.keys(keywords).map((keyword) => [keyword, jsonSchema[keyword]])));

  assert.deepEqual(found, described.map(({ keywords }) => keywords), "检查时用到的每个条件，都要用 JSON Schema 的关键字告诉模型；0 也是一个界。看各个构造函数的 jsonSchema。");
});

test("纯数据定义 s5-4：literal 列出它接受的值", async () => {
  const choicesOf = ({ jsonSchema }: { jsonSchema: { readonly [keyword: string]: unknown } }): unknown => jsonSchema.enum ?? [jsonSchema.const];

  const several = choicesOf(literal("text", 2, null));
  const single = choicesOf(literal("json"));

  assert.deepEqual(several, ["text", 2, null], "几个值写成 enum，顺序不变。");
  assert.deepEqual(single, ["json"], "一个值写成 const，或者只有一项的 enum。");
});

test("纯数据定义 s5-4：object 是封闭的，每一层都是", async () => {
  const { jsonSchema } = object({ path: string(), options: object({ deep: array(object({ name: string() })) }) });

  const properties = jsonSchema.properties as Record<string, Record<string, unknown>>;
  const inner = properties.options;
  const innermost = (inner.properties as Record<string, { items: Record<string, unknown> }>).deep.items;

  assert.deepEqual([jsonSchema.type, inner.type, innermost.type], ["object", "object", "object"], "每一层都写明 type: object。");
  assert.deepEqual(Object.keys(properties), ["path", "options"], "properties 列出描述过的字段，顺序不变。");
  assert.deepEqual([jsonSchema.additionalProperties, inner.additionalProperties, innermost.additionalProperties], [false, false, false], "告诉模型：没有别的字段。看 additionalProperties。");
});

test("纯数据定义 s5-4：required 列出必填的字段，可选的不在其中", async () => {
  const mixed = object({ path: string(), limit: optional(integer()), mode: literal("a") }).jsonSchema;
  const allOptional = object({ limit: optional(integer()) }).jsonSchema;

  assert.deepEqual([...(mixed.required as string[])].sort(), ["mode", "path"], "必填的字段都在 required 里，optional() 的不在。");
  assert.deepEqual(Object.keys(mixed.properties as object), ["path", "limit", "mode"], "可选字段仍要描述，只是不在 required 里。");
  assert.deepEqual(allOptional.required ?? [], [], "没有必填字段时，required 是空的，或者不写。");
});

test("纯数据定义 s5-4：描述里没有值为 undefined 的键", async () => {
  const { jsonSchema } = object({
    path: string(),
    text: string({ description: undefined, minLength: undefined }),
    ratio: number({ minimum: undefined }),
    limit: optional(integer()),
    list: array(boolean()),
    mode: literal("a", "b"),
  });

  const overTheWire: unknown = JSON.parse(JSON.stringify(jsonSchema));

  assert.deepEqual(jsonSchema, overTheWire, "描述写成 JSON 再读回来，应该一模一样。没有给出的选项连键也不要留下。");
});

test("纯数据定义 s5-4：叫 __proto__ 的字段也描述得出来", async () => {
  const registry = new ToolRegistry();
  registry.register({ ...echoTool("odd"), parameters: object({ ["__proto__"]: string() }) });

  const [definition] = registry.definitions();

  assert.deepEqual(Object.keys(definition.parameters.properties as object), ["__proto__"], "properties 要有自身的 __proto__ 键。逐个赋值会改掉原型；看 Object.fromEntries。");
});

test("纯数据定义 s5-4：definitions() 按登记顺序给出名字、说明和参数", async () => {
  const registry = new ToolRegistry([echoTool("write"), echoTool("read")]);
  const before = registry.definitions().map((definition) => definition.name);

  registry.register(echoTool("edit"));

  const { jsonSchema } = object({ text: string() });
  assert.deepEqual(before, ["write", "read"], "登记的顺序就是模型看到的顺序。");
  assert.deepEqual(
    registry.definitions(),
    ["write", "read", "edit"].map((name) => ({ name, description: `Says the text again (${name}).`, parameters: jsonSchema })),
    "每个定义只有 name、description 和 parameters；后来登记的工具也要出现。",
  );
});

test("纯数据定义 s5-4：定义从外到里都冻结了", async () => {
  const registry = new ToolRegistry([{ ...echoTool(), parameters: object({ mode: literal("a", "b"), list: array(object({ name: string() })) }) }]);

  const notFrozen = thawedPaths(registry.definitions(), "definitions");

  assert.deepEqual(notFrozen, [], "列出的是还能改的地方。Object.freeze 只管一层，数组和每一层对象都要冻结。");
});

test("纯数据定义 s5-4：定义是纯数据，经得起 structuredClone", async () => {
  const registry = new ToolRegistry([echoTool("read"), toolThat(async () => output("done"))]);

  const cloned = structuredClone(registry.definitions());

  assert.deepEqual(cloned, registry.definitions(), "定义要能原样送出进程：没有函数，没有类的实例。execute 和 parse 留在工具里。");
  assert.deepEqual(JSON.parse(JSON.stringify(registry.definitions())), cloned, "写成 JSON 再读回来，也一模一样。");
});

test("纯数据定义 s5-4：工具后来改动自己的 schema，改不到给出的定义", async () => {
  const jsonSchema = { type: "object", properties: { text: { type: "string" } } };
  const registry = new ToolRegistry([{ ...echoTool(), parameters: { jsonSchema, parse: () => ({ ok: true, value: {} }) } }]);

  const definitions = registry.definitions();
  const before = structuredClone(definitions);
  try {
    jsonSchema.properties.text.type = "number";
  } catch {
    // A registry may freeze what it was given; then nothing can change either.
  }

  assert.deepEqual(definitions, before, "给出的定义不和工具共享可变的数据：先复制，再冻结。");
});

/** The paths of the objects in the data that are not frozen. */
function thawedPaths(data: unknown, path: string): string[] {
  if (typeof data !== "object" || data === null) return [];
  const below = Object.entries(data).flatMap(([key, entry]) => thawedPaths(entry, `${path}.${key}`));
  return Object.isFrozen(data) ? below : [path, ...below];
}
