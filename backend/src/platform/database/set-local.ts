/**
 * Sets something for the transaction under way, as in `lock_timeout = 100`. With Citus it holds on each node as well, which else
 * keeps to what its role has there; to any other Postgres that is a name without a meaning.
 */
export async function setLocal(client: { query(text: string): Promise<unknown> }, setting: string): Promise<void> {
  await client.query(`set local citus.propagate_set_commands = 'local'`)
  await client.query(`set local ${setting}`)
}
