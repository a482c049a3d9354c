package identityhttp

import (
	"context"
	"net/http"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
)

// Helpdesk is whom people call or write to when they cannot go on; what the operator
// has not said is empty.
type Helpdesk struct {
	Phone string `json:"phone,omitempty"`
	Mail  string `json:"mail,omitempty"`
	Hours string `json:"hours,omitempty" doc:"As the operator writes them"`
}

// MountHelpdesk registers it for everybody: who cannot sign in needs it most.
func MountHelpdesk(b *httpkit.BFF, h Helpdesk) {
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "helpdesk", Method: http.MethodGet, Path: "/core/helpdesk/", Tag: "reference", Summary: "Whom to call or write to"},
		func(context.Context, *struct{}) (*httpkit.Body[Helpdesk], error) { return httpkit.JSON(h, nil) })
}
