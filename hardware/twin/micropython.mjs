// Runs the firmware on the WebAssembly build of MicroPython, as a slave of the twin (docs/decisions/0003-node-is-a-slave.md).
//
//     node micropython.mjs PATH/OF/THE/PACKAGE
//
// Frames on stdin and stdout: u32 length (of what follows), u8 type, payload; everything little-endian.
//   in   B boot (JSON)   S step (u32 now, bytes)   R run (u32 now, u16 tick, u32 count, bytes)   E evaluate (source)
//        F read the flash   A answer to a bus request   P play back a recording (see `recorded`)
//   out  b bus operations, the last one wants an answer   d done   e text   f flash (JSON)   x exception (text)
//        p played back (the heads of all its `done`)
// A bus operation: u8 code, u16 length, data. Codes from 0x80 on want an answer; the others wait for the next frame.
// Every frame that leaves takes the waiting operations along, so their order is the order on the bus.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { instantiate } from "./trampolines.mjs";

const TICK = 0x01;
const SLEEP = 0x0c;
const RESET = 0x0f;
const STOPPED_AT_REPL = 3;
const WANTS_ANSWER = 0x80;
const DMA_START = 0x07;
// Places in `uses`, as in hardware/twin/runtime.py: a pin, three kinds of SPI, the watchdog, DMA; then the serial port
const PRIMITIVES = new Map([[0x03, 0], [0x80, 0], [0x81, 1], [0x82, 2], [0x0d, 3], [0x09, 4], [DMA_START, 5]]);
const POLL = 6;
const READ = 7;
const WRITE = 8;
const KINDS = 9;
const HEAD = 20 + 2 * KINDS; // bytes of a report before the sizes of what was sent

const folder = path.resolve(process.argv[2]);
const { loadMicroPython } = await import(pathToFileURL(path.join(folder, "micropython.mjs")).href);
const wasm = await WebAssembly.compile(fs.readFileSync(path.join(folder, "micropython.wasm")));

// One compilation serves every reboot.
WebAssembly.instantiate = async (_binary, imports) => ({ module: wasm, instance: instantiate(wasm, imports) });

// ---- the virtual clock: MicroPython's ticks_ms and ticks_us rest on Date.now -----------------------------------
let virtualMs = 0;
Date.now = () => virtualMs;

// ---- frames ----------------------------------------------------------------------------------------------------
const head = Buffer.alloc(5);
let outbox = Buffer.alloc(65536);
let outboxSize = 5; // the first five bytes are the frame's head

function readExactly(buffer, size) {
  for (let at = 0; at < size; ) {
    const got = fs.readSync(0, buffer, at, size - at, null);
    if (got === 0) process.exit(0); // the twin has gone
    at += got;
  }
}

function readFrame() {
  readExactly(head, 5);
  const payload = Buffer.allocUnsafe(head.readUInt32LE(0) - 1);
  readExactly(payload, payload.length);
  return { type: String.fromCharCode(head[4]), payload };
}

function reserve(size) {
  if (outboxSize + size <= outbox.length) return;
  const larger = Buffer.alloc(2 * (outboxSize + size));
  outbox.copy(larger, 0, 0, outboxSize);
  outbox = larger;
}

function post(bytes, offset, length) {
  reserve(length);
  outbox.set(bytes.subarray(offset, offset + length), outboxSize);
  outboxSize += length;
}

function flush(type) {
  outbox.writeUInt32LE(outboxSize - 4, 0);
  outbox[4] = type.charCodeAt(0);
  try {
    for (let at = 0; at < outboxSize; ) at += fs.writeSync(1, outbox, at, outboxSize - at);
  } catch (error) {
    if (error.code === "EPIPE") process.exit(1); // the twin has ended, and nobody reads any more
    throw error;
  }
  outboxSize = 5;
}

function send(type, payload) {
  if (tape) {
    outboxSize = 5;
    if (type === "d") reports.push(payload.subarray(0, HEAD));
    return;
  }
  const size = Buffer.alloc(4);
  size.writeUInt32LE(outboxSize - 5);
  const bytes = Buffer.concat([size, outbox.subarray(5, outboxSize), payload]);
  outboxSize = 5;
  post(bytes, 0, bytes.length);
  flush(type);
}

// ---- a recording: its answers come from the tape, so that nothing waits -----------------------------------------
let tape = null; // answers of the bus that are still to come
let reports = [];

function* recorded(payload) {
  for (let at = 0; at < payload.length; ) {
    const take = (size) => payload.subarray(at, (at += size));
    const type = String.fromCharCode(take(1)[0]);
    const request = take(take(4).readUInt32LE(0));
    const answers = [];
    for (let left = take(4).readUInt32LE(0); left > 0; left--) answers.push(take(take(4).readUInt32LE(0)));
    yield { type, request, answers };
  }
}

async function playBack(payload) {
  reports = [];
  try {
    for (const { type, request, answers } of recorded(payload)) {
      tape = answers;
      await handle({ type, payload: request });
    }
  } finally {
    tape = null;
  }
  send("p", Buffer.concat(reports));
}

// ---- the bus: one character device, one write for each operation, one read for its answer ----------------------
let answer = Buffer.alloc(0);
let rawLeft = 0; // data bytes that follow a DMA start
let busUs = 0;
let busCalls = 0;
const uses = new Uint16Array(KINDS); // how often each primitive was used
let resetAsked = -1;

function readU32(buffer, at) {
  let value = 0;
  for (let i = 3; i >= 0; i--) value = value * 256 + (buffer[at + i] & 0xff);
  return value;
}

function ask() {
  if (tape) {
    outboxSize = 5;
    answer = tape.shift();
    if (!answer) throw new Error("The firmware asks for more than it did when it was recorded.");
    return;
  }
  const started = performance.now();
  flush("b");
  answer = readFrame().payload;
  busUs += 1000 * (performance.now() - started);
}

function transferSize(buffer, offset) {
  const count = (buffer[offset + 5] & 0xff) | ((buffer[offset + 6] & 0xff) << 8);
  return count << ((buffer[offset + 7] >> 2) & 3); // DATA_SIZE of the CTRL word
}

const busDevice = {
  open(stream) {
    stream.seekable = false;
  },
  close() {},
  read(_stream, buffer, offset, length) {
    const size = Math.min(length, answer.length);
    buffer.set(answer.subarray(0, size), offset);
    return size;
  },
  write(_stream, buffer, offset, length) {
    if (rawLeft) {
      post(buffer, offset, Math.min(length, rawLeft));
      rawLeft = 0;
      return length;
    }
    const code = buffer[offset] & 0xff;
    busCalls += 1;
    if (PRIMITIVES.has(code)) uses[PRIMITIVES.get(code)] += 1;
    if (code === DMA_START) rawLeft = transferSize(buffer, offset);
    if (code === RESET) resetAsked = buffer[offset + 3] & 0xff;
    if (code === TICK) virtualMs = readU32(buffer, offset + 3);
    if (code === SLEEP) virtualMs += Math.ceil(readU32(buffer, offset + 3) / 1000);
    post(buffer, offset, length);
    if (code >= WANTS_ANSWER) ask();
    return length;
  },
  poll: () => 5,
};

// ---- USB serial: what the board reads waits in `received`; each of its writes is one chunk ----------------------
let received = Buffer.alloc(0);
let sent = [];

const serialDevice = {
  open(stream) {
    stream.seekable = false;
  },
  close() {},
  read(_stream, buffer, offset, length) {
    uses[READ] += 1;
    const size = Math.min(length, received.length);
    buffer.set(received.subarray(0, size), offset);
    received = received.subarray(size);
    return size;
  },
  write(_stream, buffer, offset, length) {
    uses[WRITE] += 1;
    sent.push(Buffer.from(buffer.subarray(offset, offset + length)));
    return length;
  },
  poll() {
    uses[POLL] += 1;
    return received.length ? 5 : 4;
  },
};

// ---- the interpreter -------------------------------------------------------------------------------------------
let mp = null;
let step = null;
let text = "";
let system = new Set(); // files that are not flash: the interpreter's own, the shims, the firmware

function mount(FS, major, name, device) {
  const id = FS.makedev(major, 0);
  FS.registerDevice(id, device);
  FS.mkdev(name, id);
}

function write(FS, name, bytes) {
  for (let at = name.indexOf("/", 1); at > 0; at = name.indexOf("/", at + 1)) {
    if (!FS.analyzePath(name.slice(0, at)).exists) FS.mkdir(name.slice(0, at));
  }
  FS.writeFile(name, bytes);
}

function* walk(FS, folder) {
  for (const entry of FS.readdir(folder)) {
    if (entry === "." || entry === "..") continue;
    const name = folder === "/" ? `/${entry}` : `${folder}/${entry}`;
    if (name === "/dev" || name === "/proc") continue;
    const mode = FS.lstat(name).mode;
    if (FS.isDir(mode)) yield* walk(FS, name);
    else if (FS.isFile(mode) && !system.has(name)) yield name;
  }
}

function flash() {
  const files = {};
  for (const name of walk(mp.FS, "/")) files[name] = Buffer.from(mp.FS.readFile(name)).toString("base64");
  return files;
}

async function boot(options) {
  virtualMs = options.now;
  received = Buffer.alloc(0);
  sent = [];
  resetAsked = -1;
  rawLeft = 0;
  text = "";
  const take = (bytes) => (text += Buffer.from(bytes).toString("latin1"));
  mp = await loadMicroPython({ heapsize: options.heap, linebuffer: false, stdout: take, stderr: take });
  const { FS } = mp;
  system = new Set(walk(FS, "/"));
  for (const [name, data] of Object.entries(options.system)) {
    write(FS, name, Buffer.from(data, "base64"));
    system.add(name);
  }
  for (const [name, data] of Object.entries(options.flash)) write(FS, name, Buffer.from(data, "base64"));
  mount(FS, 64, "/dev/bus", busDevice);
  mount(FS, 65, "/dev/serial", serialDevice);
  for (const fd of [0, 1]) FS.close(FS.getStream(fd));
  FS.open("/dev/serial", 0);
  FS.open("/dev/serial", 1);
  mp.runPython(options.start);
  step = mp.globals.get("step");
}

const EVALUATE = `
_out = []
try:
    _scope
except NameError:
    _scope = dict(globals(), print=lambda *parts: _out.append(" ".join([str(part) for part in parts])))
exec(_source, _scope)
_text = "\\n".join(_out)
`;

function evaluate(source) {
  // print() of the source must not reach the serial line: it goes through a function of its own
  mp.globals.set("_source", source);
  mp.runPython(EVALUATE);
  return String(mp.globals.get("_text"));
}

function forgetTimes() {
  busUs = busCalls = 0;
  uses.fill(0);
}

function done(due, us) {
  const bytes = Buffer.alloc(HEAD + 2 * sent.length);
  bytes.writeUInt32LE(due >>> 0, 0);
  bytes.writeUInt32LE(Math.round(us), 4);
  bytes.writeUInt32LE(Math.round(busUs), 8);
  bytes.writeUInt16LE(Math.min(busCalls, 65535), 12);
  bytes.writeUInt16LE(received.length, 14);
  bytes.writeInt16LE(resetAsked, 16);
  bytes.writeUInt16LE(sent.length, 18);
  uses.forEach((count, i) => bytes.writeUInt16LE(count, 20 + 2 * i));
  sent.forEach((chunk, i) => bytes.writeUInt16LE(chunk.length, HEAD + 2 * i));
  send("d", Buffer.concat([bytes, ...sent]));
  sent = [];
}

const isReset = () => resetAsked >= 0;
const tickFrame = Buffer.from([TICK, 4, 0, 0, 0, 0, 0]);

function runStep(now) {
  virtualMs = now;
  const started = performance.now();
  let due = now;
  try {
    due = step(now);
  } catch (error) {
    if (error.type === "KeyboardInterrupt") resetAsked = STOPPED_AT_REPL;
    if (!isReset()) throw error; // machine.reset() leaves the step by an exception
  }
  return { due, us: 1000 * (performance.now() - started) };
}

function handleStep(payload) {
  forgetTimes();
  received = payload.subarray(4); // what the board does not read comes again with the next step
  const { due, us } = runStep(payload.readUInt32LE(0));
  done(due, us);
}

function handleRun(payload) {
  forgetTimes();
  let now = payload.readUInt32LE(0);
  const tick = payload.readUInt16LE(4);
  received = payload.subarray(10);
  let result = { due: now, us: 0 };
  let us = 0;
  for (let left = payload.readUInt32LE(6); left > 0 && !isReset(); left--, now += tick) {
    tickFrame.writeUInt32LE(now, 3);
    post(tickFrame, 0, tickFrame.length);
    result = runStep(now);
    us += result.us;
  }
  done(result.due, us);
}

async function handle({ type, payload }) {
  if (type === "B") {
    try {
      await boot(JSON.parse(payload.toString("utf8")));
    } catch (error) {
      if (!isReset()) throw error;
    }
    done(virtualMs, 0);
  } else if (type === "S") handleStep(payload);
  else if (type === "R") handleRun(payload);
  else if (type === "E") send("e", Buffer.from(evaluate(payload.toString("utf8"))));
  else if (type === "P") await playBack(payload);
  else if (type === "F") send("f", Buffer.from(JSON.stringify(flash())));
  else process.exit(2);
}

for (;;) {
  const frame = readFrame();
  try {
    await handle(frame);
  } catch (error) {
    send("x", Buffer.from(String(error.message ?? error) + (text && `\n${text}`)));
  }
}
