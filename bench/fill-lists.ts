import { Client } from 'pg'

/** First names, of which each creator has one: each word is in about one scan of a hundred. */
const FIRST =
  'anna bella chiara daria elena fiona greta hanna irina julia karla laura marta nadia olivia paula quinn rosa sofia tanja uma vera wanda xenia yara zelda amber bianca celine dora emma flora gina heidi ines jana klara lena mona nora orla petra rita sara thea ursula viola willa ylva zara agnes berta carla dana edith freya gloria helga ilse jutta kira linda maria nina ottilie pia ruth silke tilda ulrike vanja wilma astrid birgit carmen denise erika fanny grit hedda isa jessika katja lotte meike nele oda priska renate svea trude ute verena waltraud'.split(
    ' ',
  )
const SECOND =
  'art baking cycling dance fitness garden hiking ink jazz knits lakes music nature ocean piano quilts running sewing travel underway voice walks yoga zines bread candles drums easel fields gold'.split(
    ' ',
  )
const SITES = [
  'www.instagram.example/',
  'www.tiktok.example/@',
  'x.example/',
  'linkhub.example/',
  'www.video.example/c/',
  'fans.example/',
]
const CODES = [
  'external_payment',
  'adult_content_link',
  'contact_off_platform',
  'age_identity_inconsistency',
  'other',
]

/** Indexes that are cheaper made anew than kept while millions of rows come. */
const REMADE = `select indexdef, indexname from pg_indexes where schemaname = 'public' and tablename in ('scans', 'scan_reviews') and indexdef !~ 'UNIQUE'`

/**
 * Scans as they lie after a year: `ours` owns every second, `others` the rest in turn. One in 50 has failed, the newest thousandth still runs, of the
 * completed ones four fifths are decided. Rows are put in by SQL, without triggers, and look the same in every run.
 */
export async function fillLists(
  url: string,
  { ours, others, rows }: { ours: string; others: string[]; rows: number },
) {
  // Of its own: connections of the pool end what takes longer than requests may.
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
    const indexes = await client.query<{ indexdef: string; indexname: string }>(REMADE)
    for (const { indexname } of indexes.rows) await client.query(`drop index ${indexname}`)
    await client.query(
      `insert into auth_user (id, name, email, "emailVerified")
       select p, p, p || '@example.org', true from unnest(array['ada', 'ben', 'cleo', 'rare']) p on conflict do nothing`,
    )
    for (let from = 1; from <= rows; from += 250_000) {
      await client.query(
        `insert into scans (scan_id, org_id, profile_url, target_url, username, scan_mode, status, created_at, processing_completed_at,
                            recommendation, risk_score, confidence)
         select md5('scan' || n)::uuid, case when n % 2 = 0 then $1 else ($2::text[])[1 + (n / 2) % cardinality($2::text[])] end,
                'https://' || site || name, 'https://' || site || name, case when ended and part < 98 then name end,
                case when a % 3 = 0 then 'quick' when a % 101 = 0 then null else 'deep' end,
                case when not ended then 'processing' when part < 98 then 'completed' else 'failed' end, at, case when ended then at + interval '9 s' end,
                case when ended and part < 98 then (array['no_flags', 'review_low', 'review_medium', 'review_high'])[1 + (risk >= 25)::int + (risk >= 50)::int + (risk >= 80)::int] end,
                case when ended and part < 98 then risk end, case when ended and part < 98 then 'medium' end
           from (select n, a, abs(hashint4(n + 1)) % 100 as part, (abs(hashint4(n + 2)) % 101) as risk, n < $3 * .999 as ended,
                        ($4::text[])[1 + abs(hashint4(n + 3)) % cardinality($4::text[])] as site,
                        ($5::text[])[1 + abs(hashint4(n + 4)) % cardinality($5::text[])] || ($6::text[])[1 + abs(hashint4(n + 5)) % cardinality($6::text[])]
                          || case when a % 5 = 0 then '' else (abs(hashint4(n + 6)) % 100000)::text end as name,
                        '2026-11-01'::timestamptz - ($3 - n) * (interval '365 days' / $3) as at
                   from (select n, abs(hashint4(n)) as a from generate_series($7::integer, $8::integer) n) counted) made`,
        [ours, others, rows, SITES, FIRST, SECOND, from, Math.min(rows, from + 249_999)],
      )
    }
    await client.query(
      `insert into scan_reviews (scan_id, org_id, created_at, scan_mode, recommendation, risk_score, ready_at, reason_codes, domains, decision, decided_by, decided_by_email,
                                 decided_at, assigned_to)
       select scan_id, org_id, created_at, coalesce(scan_mode, 'deep'), recommendation, risk_score, processing_completed_at,
              case when h % 3 = 0 then '{}' when h % 49999 = 0 then '{rare_code}' else array[($1::text[])[1 + h % cardinality($1::text[])]] end,
              array[split_part(profile_url, '/', 3), case when h % 49999 = 0 then 'rare.example' else 'shop' || h % 1000 || '.example' end],
              decision, person, person || '@example.org', case when decision is not null then processing_completed_at + interval '1 day' end,
              case when h % 11 = 0 then 'ada' when h % 49999 = 1 then 'rare' end
         from (select s.*, case when decision is not null then case when h % 49999 = 2 then 'rare' else (array['ada', 'ben', 'cleo'])[1 + h % 3] end end as person
                 from (select c.*, case when h % 10 < 8 and c.created_at < '2026-10-01' then case when h % 49999 = 3 then 'false_alarm' when h % 7 = 0 then 'escalated' else 'cleared' end end as decision
                         from (select *, abs(hashtext(scan_id::text)) as h from scans where status = 'completed') c) s) made`,
      [CODES],
    )
    for (const { indexdef } of indexes.rows) await client.query(indexdef)
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze scans')
    await client.query('vacuum analyze scan_reviews')
  } finally {
    await client.end()
  }
}
