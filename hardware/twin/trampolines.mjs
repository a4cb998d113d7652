// Lets the WebAssembly build of MicroPython run at its own speed (docs/decisions/0006-trampolines.md).
//
// The build keeps C's setjmp and longjmp by calling almost every function of the interpreter's loop through an import
// `invoke_…`, which its own glue answers in JavaScript: into JavaScript, back, and a try around it, for each bytecode.
// The same contract is kept here in WebAssembly: save the stack pointer, call, and if a longjmp comes back, restore the
// pointer and leave a note (setThrew) for the caller. The module is assembled below, for the imports that there are.

const I32 = 0x7f;
const NO_VALUE = 0x40;
const FUNCTION = 0x60;
const FUNCREF = 0x70;
const TRY = 0x06;
const CATCH = 0x07;
const THROW = 0x08;
const END = 0x0b;
const CALL_INDIRECT = 0x11;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const I32_CONST = 0x41;
const LONGJMP = 0; // the only tag
const TARGETS = 0; // a table: MicroPython's own functions, by its own numbers
const HELPERS = 1; // and one of what keeps its stack: these three
const SAVE = 0;
const RESTORE = 1;
const SET_THREW = 2;

const PREFIX = "invoke_"; // then v or i for the result, and an i for each argument

function number(value) {
  const bytes = [];
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
}

const vector = (items) => [...number(items.length), ...items.flat()];
const sized = (bytes) => [...number(bytes.length), ...bytes];
const section = (id, items) => [id, ...sized(vector(items))];
const call = (type, table) => [CALL_INDIRECT, ...number(type), table];
const constant = (value) => [I32_CONST, value];
const exported = (name, kind, index) => [...sized([...Buffer.from(name)]), kind, ...number(index)];

function assemble(names) {
  const types = [];
  const functions = [];
  const bodies = [];
  const exports = [exported("targets", 1, TARGETS), exported("helpers", 1, HELPERS)];

  function type(parameters, results) {
    types.push([FUNCTION, ...vector(Array(parameters).fill([I32])), ...vector(Array(results).fill([I32]))]);
    return types.length - 1;
  }

  function define(name, itsType, locals, code) {
    exports.push(exported(name, 0, functions.length));
    functions.push(number(itsType));
    bodies.push(sized([...vector(locals ? [[locals, I32]] : []), ...code, END]));
  }

  const plain = type(0, 0);
  const save = type(0, 1);
  const restore = type(1, 0);
  const setThrew = type(2, 0);
  for (const name of names) {
    const signature = name.slice(PREFIX.length);
    const results = signature[0] === "v" ? 0 : 1;
    const count = signature.length - 1;
    const stack = count + 1; // the local after the target's number and its arguments
    const args = Array.from({ length: count }, (_, i) => [LOCAL_GET, i + 1]).flat();
    define(name, type(count + 1, results), 1, [
      ...[...constant(SAVE), ...call(save, HELPERS), LOCAL_SET, stack],
      ...[TRY, results ? I32 : NO_VALUE, ...args, LOCAL_GET, 0, ...call(type(count, results), TARGETS)],
      ...[CATCH, LONGJMP, LOCAL_GET, stack, ...constant(RESTORE), ...call(restore, HELPERS)],
      ...[...constant(1), ...constant(0), ...constant(SET_THREW), ...call(setThrew, HELPERS)],
      ...[...(results ? constant(0) : []), END],
    ]);
  }
  define("longjmp", plain, 0, [THROW, LONGJMP]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, types),
    ...section(3, functions),
    ...section(4, [[FUNCREF, 0, 0], [FUNCREF, 0, 3]]),
    ...section(13, [[0, ...number(plain)]]),
    ...section(7, exports),
    ...section(10, bodies),
  ]);
}

let compiled = null; // one compilation serves every reboot

/** Instantiate MicroPython's module with trampolines in place of its glue's. */
export function instantiate(wasm, imports) {
  const names = Object.keys(imports.env).filter((name) => /^invoke_[vi]i*$/.test(name));
  compiled ??= new WebAssembly.Module(assemble(names));
  const { targets, helpers, longjmp, ...trampolines } = new WebAssembly.Instance(compiled).exports;
  Object.assign(imports.env, trampolines, { _emscripten_throw_longjmp: longjmp });
  const instance = new WebAssembly.Instance(wasm, imports);
  const table = instance.exports.__indirect_function_table;
  targets.grow(table.length);
  for (let i = 0; i < table.length; i++) targets.set(i, table.get(i));
  helpers.set(SAVE, instance.exports.emscripten_stack_get_current);
  helpers.set(RESTORE, instance.exports._emscripten_stack_restore);
  helpers.set(SET_THREW, instance.exports.setThrew);
  return instance;
}
