-- Makes the three roles of Prumo in the database it is run in, and hands over what another role made there. May be run
-- again at any time: what is so already stays as it is. To be run by a superuser, or by who may create roles and owns the
-- database. What each role may do with which table is not here: the program grants it as it migrates (backend/src/composition/grants.ts).
--
--   export PGOPTIONS='-c prumo.owner_password=… -c prumo.app_password=… -c prumo.ops_password=…'
--   psql -v ON_ERROR_STOP=1 -f docs/roles.sql postgres://postgres@servidor/prumo

do $$
declare
  short text;
  each record;
begin
  -- Two programs may come at once.
  perform pg_advisory_xact_lock(7786661004);

  foreach short in array array['owner', 'app', 'ops'] loop
    if not exists (select from pg_roles where rolname = 'prumo_' || short) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls password %L',
        'prumo_' || short, current_setting(format('prumo.%s_password', short)));
    end if;
  end loop;

  -- Nobody else enters; to check an account takes temporary tables.
  if exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
             where d.datname = current_database() and a.grantee = 0)
    or (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) <> 'prumo_owner' then
    execute format('alter database %I owner to prumo_owner', current_database());
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect, temporary on database %I to prumo_app, prumo_ops', current_database());
  end if;

  for each in
    select nspname as name from pg_namespace
    where nspname in ('public', 'bullmq') and pg_get_userbyid(nspowner) <> 'prumo_owner'
  loop
    execute format('alter schema %I owner to prumo_owner', each.name);
    execute format('revoke all on schema %I from public', each.name);
  end loop;

  -- A sequence of a column follows its table, and an index too. What belongs to an extension stays its own.
  for each in
    select c.oid::regclass as name, case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind
    from pg_class c
    where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'bullmq'))
      and c.relkind in ('r', 'p', 'v', 'S') and pg_get_userbyid(c.relowner) <> 'prumo_owner'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'e', 'i'))
  loop
    execute format('alter %s %s owner to prumo_owner', each.kind, each.name);
  end loop;

  for each in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace in (select oid from pg_namespace where nspname in ('public', 'bullmq'))
      and pg_get_userbyid(p.proowner) <> 'prumo_owner'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to prumo_owner', each.name);
  end loop;

  for each in
    select t.oid::regtype as name from pg_type t
    where t.typnamespace in (select oid from pg_namespace where nspname in ('public', 'bullmq'))
      and t.typtype in ('e', 'd') and pg_get_userbyid(t.typowner) <> 'prumo_owner'
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute format('alter type %s owner to prumo_owner', each.name);
  end loop;
end $$;
