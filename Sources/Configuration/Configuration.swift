package enum ConfigurationPlaceholder {}
