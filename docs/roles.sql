-- Makes the three roles of Prumo in the database it is run in, before the program creates its tables. May be run again at any
-- time. A superuser runs it, or a role that may create roles and owns the database. What each role may do with which table is
-- not here: the program grants it as it migrates (backend/src/composition/grants.ts).
--
--   export PGOPTIONS='-c prumo.owner_password=… -c prumo.app_password=… -c prumo.ops_password=…'
--   psql -v ON_ERROR_STOP=1 -f docs/roles.sql postgres://postgres@servidor/prumo

do $$
declare
  short text;
begin
  -- Two programs may run it at once.
  perform pg_advisory_xact_lock(7786661004);

  foreach short in array array['owner', 'app', 'ops'] loop
    if not exists (select from pg_roles where rolname = 'prumo_' || short) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls password %L',
        'prumo_' || short, current_setting(format('prumo.%s_password', short)));
    end if;
  end loop;

  -- No other role connects. Verifying an account needs temporary tables.
  if exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
             where d.datname = current_database() and a.grantee = 0)
    or (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) <> 'prumo_owner' then
    execute format('alter database %I owner to prumo_owner', current_database());
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect, temporary on database %I to prumo_app, prumo_ops', current_database());
  end if;

  if exists (select from pg_namespace where nspname = 'public' and pg_get_userbyid(nspowner) <> 'prumo_owner') then
    alter schema public owner to prumo_owner;
    revoke all on schema public from public;
  end if;
end $$;
