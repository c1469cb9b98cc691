/** The two sides of a request at this moment. */
export function sidesOf(ticket: { customer_id: string; developer_id: string | null }): string[] {
  return [ticket.customer_id, ticket.developer_id].filter((person) => person !== null);
}
