package view

import (
	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/internal/identity"
)

// MayRead returns nil if a caller may read a model, otherwise the fault that says what the caller lacks.
func MayRead(caller identity.Principal, m allowlist.Model) error {
	switch {
	case m.Permission != "" && !caller.Has(m.Permission):
		return fault.New(fault.Forbidden,
			"the model %s needs a caller with the manager view; the owner of a personal token also needs the permission %s",
			m.Name, m.Permission)
	case m.Internal && caller.View != identity.Manager:
		return fault.New(fault.Forbidden,
			"the model %s needs a caller with the manager view, unless domain.models.allow in the configuration names it",
			m.Name)
	}
	return nil
}

// Model returns a model with only the columns that the site's version of Evolution has. The error is a fault if the
// caller may not read the model, or if the site lacks its table.
func (v *Site) Model(m allowlist.Model) (allowlist.Model, error) {
	if err := MayRead(v.Caller, m); err != nil {
		return allowlist.Model{}, err
	}
	if !v.Schema.HasTable(m.Table) {
		f := fault.New(fault.UnknownModel, "this site has no %s: its version of Evolution lacks the table", m.Name)
		f.Field = "model"
		return allowlist.Model{}, f
	}
	return m.Cut(func(field string) bool { return v.Schema.HasColumn(m.Table, field) }), nil
}

// Models returns the models of the configuration that the caller may read and the site has.
func (v *Site) Models() []allowlist.Model {
	var models []allowlist.Model
	for _, m := range v.Options.Models {
		if m, err := v.Model(m); err == nil {
			models = append(models, m)
		}
	}
	return models
}
