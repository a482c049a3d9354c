// Package identityhttp is the operations of accounts and sessions, the same on every BFF.
package identityhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

// Product is the operator's path segment and the name in the shell.
const Product = "zabuni"

// Deps is what the operations need.
type Deps struct {
	Identity *identitysvc.Service
	Party    *partysvc.Service
	Cookies  httpkit.Cookies
	Now      func() time.Time
}

type (
	loginInput struct {
		Body struct {
			Username   string `json:"username" minLength:"1" maxLength:"254"`
			Password   string `json:"password" minLength:"1" maxLength:"128"`
			RememberMe bool   `json:"remember_me,omitempty"`
		}
	}
	// Token is the script-readable half of a session.
	Token struct {
		AccessToken string          `json:"access_token"`
		UserType    access.UserType `json:"user_type"`
		TwoFA       bool            `json:"two_fa"`
		LoginStatus int             `json:"login_status" doc:"2 logged in, 4 awaiting two-factor verification" enum:"2,4"`
		Method      string          `json:"method" enum:"mail,app,none" doc:"Of the second factor"`
	}
	// Session is the caller, as the shell shows it.
	Session struct {
		UserID      uuid.UUID          `json:"user_id" format:"uuid"`
		UserType    access.UserType    `json:"user_type"`
		FirstName   string             `json:"first_name"`
		LastName    string             `json:"last_name"`
		Email       string             `json:"email"`
		Phone       string             `json:"phone"`
		Language    locale.Language    `json:"language"`
		CompanyID   uuid.UUID          `json:"company_id" format:"uuid"`
		CompanyName string             `json:"company_name"`
		Initials    string             `json:"initials"`
		Country     string             `json:"country"`
		Timezone    string             `json:"timezone"`
		Currency    string             `json:"currency"`
		Privileges  []access.Privilege `json:"privileges"`
		Modules     []party.ModuleName `json:"modules" doc:"Parts of the platform that the company has; screens of the others hide"`
		TwoFA       bool               `json:"two_fa"`
		LoginStatus int                `json:"login_status" enum:"2,4"`
		Method      string             `json:"method" enum:"mail,app,none" doc:"Of the second factor"`
		Support     *SupportView       `json:"support,omitempty" doc:"An operator looks at this console"`
		Product     string             `json:"product"`
		ServerTime  time.Time          `json:"server_time"`
	}
	logoutInput struct {
		Keep bool `query:"keep_storage" doc:"The device holds work that is not sent yet"`
	}
	emailBody struct {
		Email string `json:"email"`
	}
	emailInput struct {
		Body struct {
			Email string `json:"email" minLength:"3" maxLength:"254"`
		}
	}
	tokenQuery struct {
		Token string `query:"token" minLength:"1" maxLength:"200"`
	}
	resetPath struct {
		UID   string `path:"uidb64" maxLength:"100"`
		Token string `path:"token" maxLength:"200"`
	}
	newPasswordInput struct {
		Body struct {
			UID      string `json:"uidb64" maxLength:"100"`
			Token    string `json:"token" maxLength:"200"`
			Password string `json:"password" maxLength:"500"`
			Confirm  string `json:"confirm_password" maxLength:"500"`
		}
	}
	changePasswordInput struct {
		Body struct {
			Old     string `json:"old_password" maxLength:"500"`
			New     string `json:"new_password" maxLength:"500"`
			Confirm string `json:"confirm_password" maxLength:"500"`
		}
	}
	confirmInput struct {
		Body struct {
			Password string `json:"password,omitempty" maxLength:"500"`
			Code     string `json:"code,omitempty" maxLength:"20" doc:"Of the authenticator app, where one is enrolled"`
		}
	}
	codeInput struct {
		Body struct {
			Code string `json:"code" pattern:"^[0-9A-Za-z -]{6,16}$" doc:"Six digits, or a recovery code"`
		}
	}
	// PrivilegeItem is one privilege of the caller.
	PrivilegeItem struct {
		Title access.Privilege `json:"title"`
	}
)

// tfaGuard admits a login that awaits its second factor as well.
var tfaGuard = access.Guard{Pending: true, Types: access.UserTypes}

// deviceTTL is how long a browser is known after a sign-in.
const deviceTTL = 365 * 24 * time.Hour

func method(m string) string {
	if m == "" {
		return "none"
	}
	return m
}

func client(ctx context.Context) identitysvc.Client {
	r := httpkit.From(ctx)
	return identitysvc.Client{Network: r.Network, Agent: r.Agent, Browser: r.Browser, Device: r.Device}
}

// answering sends a session's halves: the one in the body, both as cookies to a browser.
func answering(d Deps) answerer {
	appOf := map[access.UserType]string{access.Supplier: "supplier", access.Buyer: "buyer", access.Operator: "operator", access.Temp: "contracts"}
	return func(ctx context.Context, o identitysvc.Opened, err error) (*httpkit.Body[Token], error) {
		if err != nil {
			return nil, err
		}
		if httpkit.From(ctx).Browser {
			var expires time.Time
			if o.Remember {
				expires = o.Expires
			}
			httpkit.SetSession(ctx, d.Cookies, appOf[o.UserType], o.Token, o.Secret, expires)
			if o.Device != "" {
				httpkit.SetDevice(ctx, d.Cookies, o.Device, d.Now().Add(deviceTTL))
			}
		}
		return &httpkit.Body[Token]{Body: Token{
			AccessToken: o.Token,
			UserType:    o.UserType,
			TwoFA:       o.TwoFA,
			LoginStatus: o.Status,
			Method:      method(o.Method),
		}}, nil
	}
}

// Mount registers the operations that every BFF serves.
func Mount(b *httpkit.BFF, d Deps) {
	answer := answering(d)
	route(b, access.Anyone, http.MethodPost, "/authentication/login", "login", "Sign in",
		func(ctx context.Context, in *loginInput) (*httpkit.Body[Token], error) {
			o, err := d.Identity.Login(ctx, identitysvc.Credentials{Username: in.Body.Username, Password: in.Body.Password, Remember: in.Body.RememberMe}, client(ctx))
			return answer(ctx, o, err)
		})
	route(b, access.Anyone, http.MethodPost, "/authentication/refresh", "refresh", "Renew the session",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Token], error) {
			r := httpkit.From(ctx)
			o, err := d.Identity.Refresh(ctx, r.Token, r.Secret)
			return answer(ctx, o, err)
		})
	route(b, tfaGuard, http.MethodPost, "/authentication/logout", "logout", "Sign out",
		func(ctx context.Context, in *logoutInput) (*httpkit.Empty, error) {
			if err := d.Identity.Logout(ctx, httpkit.Actor(ctx)); err != nil {
				return nil, err
			}
			httpkit.ClearSession(ctx, d.Cookies, in.Keep)
			return &httpkit.Empty{}, nil
		})
	route(b, tfaGuard, http.MethodGet, "/session", "session", "Who am I",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Session], error) {
			r := httpkit.From(ctx)
			me, err := d.Identity.Me(ctx, d.Party, r.Actor, r.Pending)
			if err != nil {
				return nil, err
			}
			s := Session{
				UserID: me.User, UserType: me.Type, FirstName: me.FirstName, LastName: me.LastName, Email: me.Email, Phone: me.Phone,
				Language: locale.Language(me.Language), CompanyID: me.Org, CompanyName: me.Company.Name, Initials: me.Initials, Country: me.Company.Country,
				Timezone: me.CompanyTimezone, Currency: me.Currency, Privileges: me.Privileges, TwoFA: me.TwoFA, LoginStatus: me.Status, Method: method(me.Method), Support: viewOf(me.View),
				Product: Product, ServerTime: d.Now().UTC(),
			}
			if s.Privileges == nil || r.Pending {
				s.Privileges = []access.Privilege{}
			}
			if s.Modules, err = d.Party.ModulesOn(ctx, r.Actor); err != nil {
				return nil, err
			}
			return &httpkit.Body[Session]{Body: s}, nil
		})
	route(b, tfaGuard, http.MethodPost, "/authentication/tfa/verify/", "verifyCode", "Complete a sign-in with the mailed code",
		func(ctx context.Context, in *codeInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.VerifyCode(ctx, httpkit.Actor(ctx), in.Body.Code, client(ctx))
		})
	route(b, tfaGuard.ToSupport(false), http.MethodGet, "/authentication/tfa/resend/", "resendCode", "Mail another code",
		func(ctx context.Context, _ *struct{}) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.ResendCode(ctx, httpkit.Actor(ctx))
		})
	mountLinks(b, d)
	mountFactor(b, d)
	mountDevices(b, d)
	mountSupport(b, d, answer)
	mountReference(b, d)
}

func mountLinks(b *httpkit.BFF, d Deps) {
	route(b, access.Anyone, http.MethodGet, "/authentication/verify_email", "verifyEmail", "Activate an account by its mailed link",
		func(ctx context.Context, in *tokenQuery) (*httpkit.Body[emailBody], error) {
			email, err := d.Identity.Activate(ctx, in.Token)
			return httpkit.JSON(emailBody{email}, err)
		})
	route(b, access.Anyone, http.MethodPost, "/authentication/account/activation/", "resendActivation", "Mail another activation link",
		func(ctx context.Context, in *emailInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.ResendActivation(ctx, in.Body.Email, client(ctx))
		})
	route(b, access.Anyone, http.MethodPost, "/authentication/request-reset-email/", "requestReset", "Mail a reset link, if the address is registered",
		func(ctx context.Context, in *emailInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.RequestReset(ctx, in.Body.Email, client(ctx))
		})
	route(b, access.Anyone, http.MethodGet, "/authentication/password-reset/{uidb64}/{token}/", "checkReset", "Is this reset link good",
		func(ctx context.Context, in *resetPath) (*httpkit.Body[emailBody], error) {
			email, err := d.Identity.CheckReset(ctx, in.UID, in.Token)
			return httpkit.JSON(emailBody{email}, err)
		})
	route(b, access.Anyone, http.MethodPatch, "/authentication/password-reset-complete", "completeReset", "Set a password by a mailed link",
		func(ctx context.Context, in *newPasswordInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.CompleteReset(ctx, identitysvc.NewPassword{UID: in.Body.UID, Token: in.Body.Token, Password: in.Body.Password, Confirm: in.Body.Confirm})
		})
	route(b, access.SignedIn, http.MethodPost, "/authentication/confirm", "confirmPassword", "Prove again who I am, for an act that asks for it: the app's code where one is enrolled, else the password",
		func(ctx context.Context, in *confirmInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.Confirm(ctx, httpkit.Actor(ctx), in.Body.Password, in.Body.Code)
		})
	route(b, access.SignedIn, http.MethodPost, "/authentication/change-password", "changePassword", "Change my password",
		func(ctx context.Context, in *changePasswordInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, d.Identity.ChangePassword(ctx, httpkit.Actor(ctx), in.Body.Old, in.Body.New, in.Body.Confirm)
		})
}

// MountPrivileges registers the privileges call of one user type.
func MountPrivileges(b *httpkit.BFF, t access.UserType, path string) {
	route(b, access.Only(t), http.MethodGet, path, "myPrivileges", "What I may do",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[[]PrivilegeItem], error) {
			out := []PrivilegeItem{}
			for _, p := range httpkit.Actor(ctx).Privileges {
				out = append(out, PrivilegeItem{p})
			}
			return &httpkit.Body[[]PrivilegeItem]{Body: out}, nil
		})
}

func route[I, O any](b *httpkit.BFF, g access.Guard, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	httpkit.Route(b, g, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "identity", Summary: summary}, use)
}
