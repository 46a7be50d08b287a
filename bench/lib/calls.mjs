/**
 * Calls between the run and its child processes, over the channel that Node gives them: `{call, name, args}` to the child,
 * `{call, result}` or `{call, error}` back.
 */

/** In a child: answers calls with these functions, and ends when the process that started it ends. */
export function answerCalls(functions) {
  process.on('message', async ({ call, name, args }) => {
    try {
      reply({ call, result: await functions[name](args ?? {}) });
    } catch (cause) {
      reply({ call, error: cause.stack ?? String(cause) });
    }
  });
  process.on('disconnect', () => process.exit());
}

function reply(message) {
  if (process.connected) process.send(message);
}

/** In the parent: `caller(child)(name, args)` resolves with the result, and rejects when the child ends first. */
export function caller(child) {
  const pending = new Map();
  let next = 1;
  child.on('message', ({ call, result, error }) => {
    const { resolve, reject } = pending.get(call) ?? {};
    pending.delete(call);
    if (error !== undefined) reject?.(new Error(error));
    else resolve?.(result);
  });
  child.on('exit', (code) => {
    for (const { reject } of pending.values()) reject(new Error(`a process of the benchmark ended with ${code}`));
    pending.clear();
  });
  return (name, args) =>
    new Promise((resolve, reject) => {
      pending.set(next, { resolve, reject });
      child.send({ call: next++, name, args });
    });
}
