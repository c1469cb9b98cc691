/** Calls the server; throws what it says is wrong. */
export async function call(path, body) {
  const answer = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.error);
  return content;
}

/** 345 becomes $3.45. */
export function dollars(cents) {
  return `$${(cents / 100).toFixed(2)}`;
}
