// Asks the engine: the server of `cpoker web`.
// @ts-check

/**
 * Ask a question and return its answer.
 *
 * @param {string} what
 * @param {object} args
 * @param {object} topic of the questions of one topic, only the newest is answered
 * @returns {Promise<any>}
 */
export async function ask(what, args, topic) {
  const body = JSON.stringify({ what, ...args });
  const response = await fetch("answer", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const answer = await response.json();
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}
