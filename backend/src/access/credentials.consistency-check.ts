import type { ConsistencyCheck } from '../event-store/log-reading.js'

/** Each user has a log with the same e-mail, and each account has a user. */
export const credentialsCheck: ConsistencyCheck = {
  table: 'users',
  account: 'id',
  problems: `
    select case when p.account_id is null then 'users: there is a row, but no profile'
                when u.id is null then 'users: the row is missing'
                else 'users: the e-mail is not what the log says' end as problem
    from (select id, email from users where id = $1) u
    full join (select account_id, email from account_profile where account_id = $1) p on p.account_id = u.id
    where p.email is distinct from u.email`,
}
