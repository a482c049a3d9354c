package identityhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
)

type (
	// Factor is how I prove myself beside the password.
	Factor struct {
		Method       string `json:"method" enum:"mail,app,none"`
		RecoveryLeft int    `json:"recovery_left" doc:"Recovery codes not used yet"`
	}
	// Enrolment is the key of an authenticator app; it is shown once.
	Enrolment struct {
		Secret  string `json:"secret" doc:"Base32, for typing"`
		Address string `json:"address" doc:"otpauth://, for a QR code"`
	}
	// RecoveryCodes are shown once.
	RecoveryCodes struct {
		Codes []string `json:"codes"`
	}
	appCodeInput struct {
		Body struct {
			Code string `json:"code" pattern:"^[0-9]{3} ?[0-9]{3}$"`
		}
	}
	// Device is a place where I am signed in.
	Device struct {
		ID        uuid.UUID `json:"id" format:"uuid"`
		Browser   string    `json:"browser"`
		System    string    `json:"system"`
		Network   string    `json:"network" doc:"Neighbourhood of the address"`
		Remember  bool      `json:"remember"`
		This      bool      `json:"this"`
		CreatedAt time.Time `json:"created_at"`
		SeenAt    time.Time `json:"seen_at"`
		ExpiresAt time.Time `json:"expires_at"`
	}
	// Devices is all of them, the one seen last first.
	Devices struct {
		Items []Device `json:"items"`
	}
	devicePath struct {
		SessionID uuid.UUID `path:"session_id" format:"uuid"`
	}
	ownInput struct {
		Body struct {
			FirstName string          `json:"first_name" maxLength:"200"`
			LastName  string          `json:"last_name" maxLength:"200"`
			Phone     string          `json:"phone" maxLength:"50"`
			Language  locale.Language `json:"language"`
		}
	}
)

// own is the guard of what belongs to a person, not to the console that a support view shows.
var own = access.SignedIn.ToSupport(false)

func codes(list []string, err error) (*httpkit.Body[RecoveryCodes], error) {
	return httpkit.JSON(RecoveryCodes{list}, err)
}

func mountFactor(b *httpkit.BFF, d Deps) {
	route(b, own, http.MethodGet, "/authentication/tfa", "factor", "My second factor",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Factor], error) {
			f, err := d.Identity.Factor(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(Factor{Method: method(f.Method), RecoveryLeft: f.RecoveryLeft}, err)
		})
	route(b, access.SignedIn, http.MethodPost, "/authentication/tfa/app", "beginApp", "A key for my authenticator app",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Enrolment], error) {
			e, err := d.Identity.BeginApp(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(Enrolment(e), err)
		})
	route(b, access.SignedIn, http.MethodPost, "/authentication/tfa/app/enable", "enableApp", "Enable my authenticator app by its first code",
		func(ctx context.Context, in *appCodeInput) (*httpkit.Body[RecoveryCodes], error) {
			return codes(d.Identity.EnableApp(ctx, httpkit.Actor(ctx), in.Body.Code))
		})
	route(b, access.SignedIn, http.MethodPost, "/authentication/tfa/mail/enable", "enableMail", "Enable mailed codes",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[RecoveryCodes], error) {
			return codes(d.Identity.EnableMail(ctx, httpkit.Actor(ctx)))
		})
	route(b, access.SignedIn, http.MethodPost, "/authentication/tfa/recovery", "newRecoveryCodes", "New recovery codes; the old ones end",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[RecoveryCodes], error) {
			return codes(d.Identity.NewRecoveryCodes(ctx, httpkit.Actor(ctx)))
		})
	route(b, access.SignedIn, http.MethodDelete, "/authentication/tfa", "disableFactor", "Disable my second factor",
		func(ctx context.Context, _ *struct{}) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.DisableFactor(ctx, httpkit.Actor(ctx))
		})
}

func mountDevices(b *httpkit.BFF, d Deps) {
	route(b, own, http.MethodGet, "/authentication/sessions", "devices", "Where I am signed in",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Devices], error) {
			rows, err := d.Identity.Devices(ctx, httpkit.Actor(ctx))
			out := Devices{Items: make([]Device, len(rows))}
			for i, r := range rows {
				out.Items[i] = Device(r)
			}
			return httpkit.JSON(out, err)
		})
	route(b, access.SignedIn, http.MethodDelete, "/authentication/sessions/{session_id}", "endDevice", "Sign one device out",
		func(ctx context.Context, in *devicePath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.EndDevice(ctx, httpkit.Actor(ctx), in.SessionID)
		})
	route(b, access.SignedIn, http.MethodPost, "/authentication/sessions/end-others", "endOtherDevices", "Sign every other device out",
		func(ctx context.Context, _ *struct{}) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.EndOtherDevices(ctx, httpkit.Actor(ctx), client(ctx))
		})
	route(b, access.SignedIn, http.MethodPatch, "/authentication/profile", "updateOwn", "Change my name, phone and language",
		func(ctx context.Context, in *ownInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.UpdateOwn(ctx, d.Party, httpkit.Actor(ctx), identitysvc.OwnDetails(in.Body))
		})
}
