import { entities } from './entities.js'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.js'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase({ entities })
})
afterAll(() => test.drop())

it.each(entities)('%p matches the table that the migrations created', async (entity) => {
  const { dataSource } = test.database
  const metadata = dataSource.getMetadata(entity)
  const described = metadata.columns.map((column) => ({
    name: column.databaseName,
    type: dataSource.driver.normalizeType(column),
    nullable: column.isNullable,
    key: column.isPrimary,
  }))
  const made = await test.database.rows(
    {
      text: `
        select c.column_name::text as name, c.data_type::text as type, c.is_nullable = 'YES' as nullable, exists (
          select 1 from information_schema.table_constraints t
          join information_schema.key_column_usage k on k.constraint_name = t.constraint_name and k.table_name = t.table_name
          where t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY' and k.column_name = c.column_name) as key
        from information_schema.columns c where c.table_name = $1 order by c.ordinal_position`,
    },
    [metadata.tableName],
  )
  expect(made.length).toBeGreaterThan(0)
  expect(described).toEqual(made)
})
