import { createRootRoute, createRoute, createRouter, Navigate, Outlet } from '@tanstack/react-router'
import { readActSearch } from './screens/audit/act-filter.ts'
import type { CreatorSearch } from './screens/creator/creator-search.ts'
import { readFilter } from './screens/history/history-filter.ts'
import { readQueueSearch } from './screens/review/queue-search.ts'
import { readDeliverySearch } from './screens/webhooks/delivery-filter.ts'
import { parseSearch, type SearchParams, stringifySearch } from './search-params.ts'
import { useSignedIn } from './services.ts'
import { OrgGate } from './session/org-gate.tsx'
import { Shell } from './shell/shell.tsx'
import { lazyScreen } from './ui/lazy/lazy-screen.tsx'
import { Loading } from './ui/states/loading.tsx'
import { NoSuchPage, NotFound } from './ui/states/not-found.tsx'
import { PageCrash } from './ui/states/page-crash.tsx'

/**
 * Every screen and its address. The organization stands in it, so that a link opens in the right one; what is filtered, sorted
 * or selected stands in the query, under the API's names. To add a screen: one route here, one entry in `shell/navigation.ts`.
 */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const start = createRoute({ getParentRoute: () => root, path: '/', component: ToOrganization })

const org = createRoute({
  getParentRoute: () => root,
  path: '/o/$orgId',
  notFoundComponent: NoSuchPage,
  component: () => (
    <OrgGate>
      <Shell>
        <Outlet />
      </Shell>
    </OrgGate>
  ),
})

const home = createRoute({
  getParentRoute: () => org,
  path: '/',
  component: lazyScreen(() => import('./screens/home/home-page.tsx'), 'HomePage'),
})

const scan = createRoute({
  getParentRoute: () => org,
  path: 'scan',
  validateSearch: ({ url }: SearchParams): { url?: string } => ({ url }),
  component: lazyScreen(() => import('./screens/scan/scan-page.tsx'), 'ScanPage'),
})

const batches = createRoute({
  getParentRoute: () => org,
  path: 'batches',
  component: lazyScreen(() => import('./screens/batches/batches-page.tsx'), 'BatchesPage'),
})

const batch = createRoute({
  getParentRoute: () => org,
  path: 'batches/$batchId',
  validateSearch: ({ show, sort }: SearchParams): { show?: string; sort?: string } => ({ show, sort }),
  component: lazyScreen(() => import('./screens/batch/batch-page.tsx'), 'BatchPage'),
})

const history = createRoute({
  getParentRoute: () => org,
  path: 'history',
  validateSearch: readFilter,
  component: lazyScreen(() => import('./screens/history/history-page.tsx'), 'HistoryPage'),
})

const review = createRoute({
  getParentRoute: () => org,
  path: 'review',
  validateSearch: readQueueSearch,
  component: lazyScreen(() => import('./screens/review/review-page.tsx'), 'ReviewPage'),
})

const reviewOverview = createRoute({
  getParentRoute: () => org,
  path: 'review/overview',
  validateSearch: ({ days }: SearchParams): { days?: string } => ({ days }),
  component: lazyScreen(
    () => import('./screens/review-overview/review-overview-page.tsx'),
    'ReviewOverviewPage',
  ),
})

const apiKeys = createRoute({
  getParentRoute: () => org,
  path: 'api-keys',
  validateSearch: ({ include_revoked }: SearchParams): SearchParams => ({ include_revoked }),
  component: lazyScreen(() => import('./screens/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const watches = createRoute({
  getParentRoute: () => org,
  path: 'watches',
  component: lazyScreen(() => import('./screens/watches/watches-page.tsx'), 'WatchesPage'),
})

const webhooks = createRoute({
  getParentRoute: () => org,
  path: 'webhooks',
  validateSearch: readDeliverySearch,
  component: lazyScreen(() => import('./screens/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const delivery = createRoute({
  getParentRoute: () => org,
  path: 'webhooks/$deliveryId',
  component: lazyScreen(() => import('./screens/webhooks/delivery-page.tsx'), 'DeliveryPage'),
})

const report = createRoute({
  getParentRoute: () => org,
  path: '/scans/$scanId',
  validateSearch: (search: SearchParams): { tab?: string } => ({ tab: search.tab }),
  component: lazyScreen(() => import('./screens/report/report-page.tsx'), 'ReportPage'),
})

const caseFile = createRoute({
  getParentRoute: () => org,
  path: '/scans/$scanId/case-file',
  component: lazyScreen(() => import('./screens/case-file/case-file-page.tsx'), 'CaseFilePage'),
})

const statement = createRoute({
  getParentRoute: () => org,
  path: '/scans/$scanId/statement',
  validateSearch: ({ language }: SearchParams): { language?: string } => ({ language }),
  component: lazyScreen(() => import('./screens/statement/statement-page.tsx'), 'StatementPage'),
})

const creator = createRoute({
  getParentRoute: () => org,
  path: 'creator',
  validateSearch: ({ profile_url, before, after }: SearchParams): CreatorSearch => ({
    profile_url,
    before,
    after,
  }),
  component: lazyScreen(() => import('./screens/creator/creator-page.tsx'), 'CreatorPage'),
})

const settings = createRoute({
  getParentRoute: () => org,
  path: 'settings',
  component: lazyScreen(() => import('./screens/settings/settings-page.tsx'), 'SettingsPage'),
})

const criteria = createRoute({
  getParentRoute: () => org,
  path: 'criteria',
  component: lazyScreen(() => import('./screens/criteria/criteria-page.tsx'), 'CriteriaPage'),
})

const criterion = createRoute({
  getParentRoute: () => org,
  path: 'criteria/$code',
  component: lazyScreen(() => import('./screens/criteria/criterion-page.tsx'), 'CriterionPage'),
})

const team = createRoute({
  getParentRoute: () => org,
  path: 'team',
  component: lazyScreen(() => import('./screens/team/team-page.tsx'), 'TeamPage'),
})

const audit = createRoute({
  getParentRoute: () => org,
  path: 'audit',
  validateSearch: readActSearch,
  component: lazyScreen(() => import('./screens/audit/audit-page.tsx'), 'AuditPage'),
})

const routes = root.addChildren([
  start,
  org.addChildren([
    home,
    scan,
    review,
    reviewOverview,
    batches,
    batch,
    report,
    caseFile,
    statement,
    creator,
    history,
    watches,
    webhooks,
    delivery,
    apiKeys,
    settings,
    criteria,
    criterion,
    team,
    audit,
  ]),
])

export function createAppRouter() {
  return createRouter({
    routeTree: routes,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: () => <Loading label="Loading the page" />,
    defaultErrorComponent: PageCrash,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

/** Fetches the scripts of the screen at this address. One that does not come is asked for again when it is shown. */
export function preloadScreen(router: ReturnType<typeof createAppRouter>) {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) Promise.resolve(router.loadRouteChunk(route)).catch(() => {})
}

/** `/` is the organization that this person works in. */
function ToOrganization() {
  const { org_id, organizations } = useSignedIn()
  const orgId = org_id ?? organizations[0]?.org_id
  if (!orgId)
    return (
      <main className="mx-auto max-w-md p-6">
        <h1 className="mb-2 text-xl font-semibold">No organization yet</h1>
        <p className="text-muted">You belong to no organization. Ask an administrator for an invitation.</p>
      </main>
    )
  return <Navigate to="/o/$orgId" params={{ orgId }} replace />
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
