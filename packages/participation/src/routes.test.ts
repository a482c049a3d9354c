import { expect, it } from 'vitest'
import { participationRows } from './routes.ts'

// The specification's paths, spelled as there, with their guards.
const golden = `
/supplier/landing
/supplier/tutorials
/supplier/dashboard/company/{}/jobs
/supplier/ongoingbids
/supplier/closedbids
/supplier/myrank
/supplier/bidwithdrawals
/supplier/bidwithdrawals/create/{}
/supplier/dashboard/company/{}/jobs/prequal/{}/preview
/supplier/prequal/ordered/categories MANAGE_PREQUAL
/supplier/prequal/category/instructions/{} MANAGE_PREQUAL
/supplier/prequal/category/bid/{} MANAGE_PREQUAL
/supplier/prequal/preview/{} MANAGE_PREQUAL
/supplier/dashboard/company/{}/jobs/expression_of_interest/{}/preview
/supplier/expression_of_interest/ordered/categories MANAGE_PREQUAL
/supplier/expression_of_interest/category/instructions/{} MANAGE_PREQUAL
/supplier/expression_of_interest/category/bid/{} MANAGE_PREQUAL
/supplier/expression_of_interest/preview/{} MANAGE_PREQUAL
/supplier/dashboard/company/{}/jobs/supplier_registration/{}/preview
/supplier/supplier-registration/ordered/categories MANAGE_PREQUAL
/supplier/supplier-registration/category/instructions/{} MANAGE_PREQUAL
/supplier/supplier-registration/category/bid/{} MANAGE_PREQUAL
/supplier/supplier-registration/preview/{} MANAGE_PREQUAL
/supplier/dashboard/company/{}/jobs/tender/{}/preview
/supplier/tender/ordered/categories MANAGE_TENDER
/supplier/tender/category/instructions/{} MANAGE_TENDER
/supplier/tender/category/bid/{} MANAGE_TENDER
/supplier/tender/category/financial/bid/{} MANAGE_TENDER
/supplier/tender/category/financial/bid/advanced/{} MANAGE_TENDER
/supplier/tender/item/template/generation/progress/{}/{} MANAGE_TENDER
/supplier/tender/preview/{} MANAGE_TENDER
/supplier/list/rfqs MANAGE_RFQ
/supplier/apply/rfq/{} MANAGE_RFQ
/supplier/apply/rfq/advanced/{} MANAGE_RFQ
/supplier/rfq/item/template/generation/progress/{}/{}
/supplier/asset/ordered/categories MANAGE_ASSET_DISPOSAL
/supplier/asset/category/instructions/{} MANAGE_ASSET_DISPOSAL
/supplier/asset/category/bid/{} MANAGE_ASSET_DISPOSAL
/supplier/asset/job/basic/{}
/supplier/asset/job/{}
/supplier/asset/item/template/generation/progress/{}/{}
/supplier/risk_management/jobs
/supplier/risk_management/dashboard
/supplier/risk_management/category/instructions/{}
/supplier/risk_management/category/bid/{}
/supplier/risk_management/preview/{}
`

it('has the paths of the specification, and only those, for suppliers', () => {
  const rows = participationRows.map(({ path, guard }) => {
    expect(guard).toMatchObject({ type: 'supplier' })
    const privilege = typeof guard === 'object' ? guard.privilege : undefined
    return [path.replace(/:\w+/g, '{}'), privilege].filter(Boolean).join(' ')
  })
  expect(rows.sort()).toEqual(golden.trim().split('\n').sort())
})
