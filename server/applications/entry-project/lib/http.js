import { readFile } from 'node:fs/promises';

const MAX_BODY = 100_000;

/** An error that the customer may read. */
export function problem(status, message) {
  return Object.assign(new Error(message), { status });
}

export function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export async function sendFile(response, name, type) {
  const content = await readFile(new URL(`../public/${name}`, import.meta.url));
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
  response.end(content);
}

export async function readJson(request) {
  let body = '';
  for await (const piece of request) {
    body += piece;
    if (body.length > MAX_BODY) throw problem(413, 'This order is too long.');
  }
  try {
    return JSON.parse(body);
  } catch {
    throw problem(400, 'This order cannot be read.');
  }
}
