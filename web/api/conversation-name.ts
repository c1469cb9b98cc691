/**
 * Names what is begun of a conversation in this browser: what is written to one unblocker is not for the
 * next. While nobody has the request it is of the request itself.
 */
export function conversationName({
  id,
  counterpart,
}: {
  id: string;
  counterpart: { id: string } | null;
}): string {
  return counterpart ? `${id}.${counterpart.id}` : id;
}
